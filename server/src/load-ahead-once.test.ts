import { expect, it } from 'vitest';
import { loadOnce } from './load-ahead.ts';

it('loads on the first call, once for concurrent callers', async () => {
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

it('retries a failed load on the next call, and stops without it', async () => {
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
