import { expect, it } from 'vitest';
import type { Platform } from '../platforms/platform.ts';
import { createEngine, type Engine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { expireLeases } from './expire-leases.ts';

const database = useTestDatabase();

/** A sandbox whose first call never comes back: its worker was killed at the given point. */
function killedOnce(point: 'before sending' | 'before acting' | 'after acting', duplicateClass: Platform['duplicateClass'] = 'askable') {
  let isKilled = false;
  return (sandbox: Platform): Partial<Platform> => ({
    duplicateClass,
    async publish(payload, credentials, intent, hooks) {
      if (isKilled) return sandbox.publish(payload, credentials, intent, hooks);
      isKilled = true;
      if (point !== 'before sending') await hooks.onSending();
      if (point === 'after acting') await sandbox.publish(payload, credentials, intent, { ...hooks, onSending: async () => {} });
      return new Promise(() => {});
    },
    ...(duplicateClass === 'blind' && { find: async () => ({ kind: 'unsure' as const, message: 'It cannot be asked.' }) }),
  });
}

async function arrange(engine: Engine) {
  const stage = await givenStage(engine.services);
  const queued = await givenQueued(stage);
  const stateOf = async () => (await stage.publicationsOf(queued.jobId))[0]?.state;
  /** The worker takes the publication and is never heard of again. */
  const kill = async (state: 'leased' | 'sent') => {
    void engine.deliver(queued.publicationId);
    await expect.poll(stateOf).toBe(state);
  };
  return { ...stage, ...queued, stateOf, kill };
}

it('tries again at once where nothing had left', async () => {
  const engine = createEngine(database, killedOnce('before sending'));
  const { publicationId, kill, stateOf, ledger } = await arrange(engine);
  await kill('leased');
  expect(await expireLeases(engine.services)).toBe(0);
  engine.clock.advance(13_000);
  expect(await expireLeases(engine.services)).toBe(1);
  expect(await stateOf()).toBe('pending');
  expect(await engine.deliver(publicationId)).toBe('published');
  expect([await engine.postsOf(publicationId), (await ledger()).problems]).toEqual([1, []]);
});

it.each(['before acting', 'after acting'] as const)('asks the platform where bytes may have left, killed %s', async (point) => {
  const engine = createEngine(database, killedOnce(point));
  const { publicationId, kill, stateOf, ledger } = await arrange(engine);
  await kill('sent');
  engine.clock.advance(13_000);
  expect(await expireLeases(engine.services)).toBe(1);
  expect(await stateOf()).toBe('unknown');
  // The dead worker's call could still be on its way: it is not asked about before that has ended.
  expect(await engine.deliver(publicationId)).toBeNull();
  expect((await engine.settle(publicationId)).state).toBe('published');
  expect([await engine.postsOf(publicationId), (await ledger()).problems]).toEqual([1, []]);
});

it('leaves what a blind platform may have got to a person, and never sends it again', async () => {
  const engine = createEngine(database, killedOnce('after acting', 'blind'));
  const { publicationId, kill, jobId, jobOf, ledger } = await arrange(engine);
  await kill('sent');
  const publication = await engine.settle(publicationId);
  expect([publication.state, publication.attempts, publication.nextAttemptAt]).toEqual(['unknown', 1, null]);
  expect([await engine.postsOf(publicationId), (await jobOf(jobId)).state, (await ledger()).problems]).toEqual([1, 'publishing', []]);
});

it('does not listen to a worker that lost its lease to another', async () => {
  let answer: (() => void) | undefined;
  const engine = createEngine(database, (sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      if (answer) return sandbox.publish(payload, credentials, intent, hooks);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { kind: 'rejected', message: 'A late word.' };
    },
  }));
  const { publicationId, kill, stateOf } = await arrange(engine);
  const slow = engine.deliver(publicationId);
  await kill('leased');
  engine.clock.advance(13_000);
  await expireLeases(engine.services);
  expect(await engine.deliver(publicationId)).toBe('published');
  answer?.();
  expect(await slow).toBeNull();
  expect(await stateOf()).toBe('published');
});

it('lets a worker that lost its lease send nothing', async () => {
  let go: (() => void) | undefined;
  const engine = createEngine(database, (sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      if (!go)
        await new Promise<void>((resolve) => {
          go = resolve;
        });
      return sandbox.publish(payload, credentials, intent, hooks);
    },
  }));
  const { publicationId, stateOf } = await arrange(engine);
  const slow = engine.deliver(publicationId);
  await expect.poll(stateOf).toBe('leased');
  engine.clock.advance(13_000);
  await expireLeases(engine.services);
  go?.();
  expect(await slow).toBeNull();
  expect(await engine.postsOf(publicationId)).toBe(0);
  expect(await engine.deliver(publicationId)).toBe('published');
  expect(await engine.postsOf(publicationId)).toBe(1);
});

it('believes an outcome that comes after the lease ran out, as long as nobody else has tried', async () => {
  let answer: (() => void) | undefined;
  const engine = createEngine(database, (sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      const outcome = await sandbox.publish(payload, credentials, intent, hooks);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return outcome;
    },
  }));
  const { publicationId, stateOf, ledger } = await arrange(engine);
  const slow = engine.deliver(publicationId);
  await expect.poll(async () => answer).toBeDefined();
  engine.clock.advance(13_000);
  await expireLeases(engine.services);
  expect(await stateOf()).toBe('unknown');
  answer?.();
  expect(await slow).toBe('published');
  expect([await engine.postsOf(publicationId), (await ledger()).problems]).toEqual([1, []]);
});
