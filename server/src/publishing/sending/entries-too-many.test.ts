import { expect, it } from 'vitest';
import type { Platform } from '../../platforms/platform.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import type { RecordingQueue } from '../../testing/test-services.ts';

const database = useTestDatabase();

/** A publication that was postponed once; `entries` counts the queue entries added since. */
async function arrange(changed: Partial<Platform>) {
  const engine = createEngine(database, () => changed);
  const stage = await givenStage(engine.services);
  const { publicationId, jobId } = await givenQueued(stage);
  await engine.deliver(publicationId);
  const { publicationIds } = engine.services.queue as RecordingQueue;
  const before = publicationIds.length;
  return {
    ...engine,
    publicationId,
    entries: () => publicationIds.length - before,
    putOffUntil: async () => (await stage.publicationsOf(jobId))[0]?.nextAttemptAt,
  };
}

const anHour = { kind: 'unavailable', message: 'Come back in an hour.', retryAfterSeconds: 3_600 } as const;
const away: Partial<Platform> = { publish: async () => anHour };
const unanswered: Partial<Platform> = {
  async publish(_payload, _credentials, _intent, hooks) {
    await hooks.onSending();
    return { kind: 'unknown', message: 'No answer in time.' };
  },
};

it('ends an entry long before the post’s postponed time, which has its own entry', async () => {
  const { deliver, clock, publicationId, entries } = await arrange(away);
  clock.advance(1_800_000);
  expect(await deliver(publicationId)).toBeNull();
  expect(entries()).toBe(0);
});

it('requeues a slightly early entry, which may be the one for that time by another clock', async () => {
  const { deliver, clock, publicationId, entries, putOffUntil } = await arrange(away);
  clock.set(new Date(((await putOffUntil())?.getTime() ?? 0) - 60_000));
  expect(await deliver(publicationId)).toBeNull();
  expect(entries()).toBe(1);
});

it('schedules one next lookup for two concurrent ones, and ends the earlier entry', async () => {
  let asked = 0;
  let bothAsked = () => {};
  const both = new Promise<void>((resolve) => {
    bothAsked = resolve;
  });
  const find: Platform['find'] = async () => {
    asked += 1;
    if (asked === 2) bothAsked();
    await both;
    return { kind: 'unsure', message: 'The platform cannot say.' };
  };
  const { deliver, clock, publicationId, entries } = await arrange({ ...unanswered, find });
  clock.advance(3_600_000);
  expect(await Promise.all([deliver(publicationId), deliver(publicationId)])).toEqual(['unknown', 'unknown']);
  expect(entries()).toBe(1);
  clock.advance(60_000);
  expect(await deliver(publicationId)).toBeNull();
  expect(entries()).toBe(1);
});
