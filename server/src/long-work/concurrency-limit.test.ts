import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const LONG_MS = 60_000;

it('runs as many as there are slots, and the others in order of arrival', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 2, waitMs: LONG_MS, mostWaiting: 10 });
  const inside: string[] = [];
  const enter = (name: string) => concurrency.enter().then(() => void inside.push(name));
  const all = ['first', 'second', 'third', 'fourth'].map(enter);
  await Promise.all(all.slice(0, 2));
  expect(inside).toEqual(['first', 'second']);
  concurrency.leave();
  await all[2];
  concurrency.leave();
  await all[3];
  expect(inside).toEqual(['first', 'second', 'third', 'fourth']);
});

it('takes turns between owners, so that none waits behind the whole queue of another', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 1, waitMs: LONG_MS, mostWaiting: 100 });
  await concurrency.enter('flood');
  const inside: string[] = [];
  const enter = (owner: string) => concurrency.enter(owner).then(() => void inside.push(owner));
  const all = [...Array(20).fill('flood'), 'other', 'third', 'other'].map(enter);
  for (let i = 0; i < all.length; i++) {
    concurrency.leave(inside.at(-1) ?? 'flood');
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(inside.slice(0, 6)).toEqual(['flood', 'other', 'third', 'flood', 'other', 'flood']);
});

it('shares the queue: an owner with fewer entries displaces the newest of the owner with most', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 1, waitMs: LONG_MS, mostWaiting: 4 });
  await concurrency.enter('flood');
  const results: string[] = [];
  const enter = (name: string) =>
    concurrency.enter(name.slice(0, 5)).then(
      () => void results.push(name),
      ({ code, message }) => void results.push(`${name}: ${code}, ${message}`),
    );
  const all = ['flood 1', 'flood 2', 'flood 3', 'flood 4', 'flood 5', 'other 1', 'third 1', 'other 2', 'third 2'].map(enter);
  for (let i = 0; i < 5; i++) {
    await new Promise(setImmediate);
    concurrency.leave(results.findLast((each) => !each.includes(':'))?.slice(0, 5) ?? 'flood');
  }
  await Promise.all(all);
  const tooMuch = 'Too many of your requests are already waiting. Send fewer at once.';
  const isRefused = (each: string) => each.includes(':');
  expect(results.filter(isRefused).toSorted()).toEqual(
    ['flood 3', 'flood 4', 'flood 5', 'other 2', 'third 2'].map((name) => `${name}: service_busy, ${tooMuch}`),
  );
  expect(results.filter((each) => !isRefused(each))).toEqual(['flood 1', 'other 1', 'third 1', 'flood 2']);
});

it('limits one owner’s slots, so that one is free for another', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 3, mostOfOne: 2, waitMs: LONG_MS, mostWaiting: 10 });
  const inside: string[] = [];
  const enter = (name: string) => concurrency.enter(name.slice(0, 5)).then(() => void inside.push(name));
  const all = ['flood 1', 'flood 2', 'flood 3', 'other 1', 'third 1'].map(enter);
  await new Promise(setImmediate);
  expect(inside).toEqual(['flood 1', 'flood 2', 'other 1']);
  concurrency.leave('other');
  await new Promise(setImmediate);
  expect(inside.slice(3)).toEqual(['third 1']);
  concurrency.leave('flood');
  await Promise.all(all);
  expect(inside.at(-1)).toBe('flood 3');
});

it('refuses a new owner only if none has more than one entry', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 1, waitMs: LONG_MS, mostWaiting: 2 });
  await concurrency.enter();
  const waiting = [concurrency.enter('one'), concurrency.enter('another')];
  await expect(concurrency.enter('third')).rejects.toMatchObject({ code: 'service_busy', message: expect.stringContaining('is busy') });
  concurrency.leave();
  concurrency.leave();
  await Promise.all(waiting);
});

it('refuses an entry that has waited too long, and gives its slot to another', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 1, waitMs: 10, mostWaiting: 10 });
  await concurrency.enter();
  await expect(concurrency.enter()).rejects.toMatchObject({ code: 'service_busy', details: { retry_after_seconds: 5 } });
  concurrency.leave();
  await concurrency.enter();
});

it('reports the database as unavailable where that keeps slots from being freed', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 1, waitMs: 10, mostWaiting: 10, isSilent: () => true });
  await concurrency.enter();
  await expect(concurrency.enter()).rejects.toMatchObject({ code: 'database_unavailable' });
});

it('refuses immediately if too many wait', async () => {
  const concurrency = createConcurrencyLimit({ atOnce: 1, waitMs: LONG_MS, mostWaiting: 1 });
  await concurrency.enter();
  const waiting = concurrency.enter();
  await expect(concurrency.enter()).rejects.toMatchObject({ code: 'service_busy' });
  concurrency.leave();
  await waiting;
});
