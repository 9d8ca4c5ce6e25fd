import { expect, it } from 'vitest';
import { createAdmission } from './create-admission.ts';

const LONG_MS = 60_000;

it('lets in as many at once as there are places, and the others in the order in which they came', async () => {
  const admission = createAdmission({ atOnce: 2, waitMs: LONG_MS, mostWaiting: 10 });
  const inside: string[] = [];
  const enter = (name: string) => admission.enter().then(() => void inside.push(name));
  const all = ['first', 'second', 'third', 'fourth'].map(enter);
  await Promise.all(all.slice(0, 2));
  expect(inside).toEqual(['first', 'second']);
  admission.leave();
  await all[2];
  admission.leave();
  await all[3];
  expect(inside).toEqual(['first', 'second', 'third', 'fourth']);
});

it('gives owners turns, so that nobody waits behind the whole line of another', async () => {
  const admission = createAdmission({ atOnce: 1, waitMs: LONG_MS, mostWaiting: 100 });
  await admission.enter('flood');
  const inside: string[] = [];
  const enter = (owner: string) => admission.enter(owner).then(() => void inside.push(owner));
  const all = [...Array(20).fill('flood'), 'other', 'third', 'other'].map(enter);
  for (let i = 0; i < all.length; i++) {
    admission.leave();
    await Promise.resolve();
  }
  await Promise.all(all);
  expect(inside.slice(0, 6)).toEqual(['flood', 'other', 'third', 'flood', 'other', 'flood']);
});

it('tells whoever has waited too long to come back later, and gives the place to another', async () => {
  const admission = createAdmission({ atOnce: 1, waitMs: 10, mostWaiting: 10 });
  await admission.enter();
  await expect(admission.enter()).rejects.toMatchObject({ code: 'service_busy', details: { retry_after_seconds: 5 } });
  admission.leave();
  await admission.enter();
});

it('says what it is where turns do not come since the database answers nobody', async () => {
  const admission = createAdmission({ atOnce: 1, waitMs: 10, mostWaiting: 10, isSilent: () => true });
  await admission.enter();
  await expect(admission.enter()).rejects.toMatchObject({ code: 'database_unavailable' });
});

it('refuses at once where too many wait already', async () => {
  const admission = createAdmission({ atOnce: 1, waitMs: LONG_MS, mostWaiting: 1 });
  await admission.enter();
  const waiting = admission.enter();
  await expect(admission.enter()).rejects.toMatchObject({ code: 'service_busy' });
  admission.leave();
  await waiting;
});
