import { expect, it } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loads for the first who asks, once for all who ask', async () => {
  let times = 0;
  const part = loadOnce(async () => {
    times += 1;
    return 'the part';
  });
  expect(await part.loaded()).toBeNull();
  expect(times).toBe(0);
  expect(await Promise.all([part.load(), part.load()])).toEqual(['the part', 'the part']);
  expect([await part.load(), await part.loaded(), times]).toEqual(['the part', 'the part', 1]);
});

it('tries again with the next who asks what could not be loaded, and stops without it', async () => {
  let isThere = false;
  const part = loadOnce(async () => {
    if (!isThere) throw new Error('no such file');
    return 'the part';
  });
  const refused = part.load();
  expect(await part.loaded()).toBeNull();
  await expect(refused).rejects.toThrow('no such file');
  isThere = true;
  expect(await part.load()).toBe('the part');
});
