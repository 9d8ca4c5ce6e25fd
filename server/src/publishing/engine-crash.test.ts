import { expect, it } from 'vitest';
import type { Platform } from '../platforms/platform.ts';
import { createEngine, type Engine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { expireLeases } from './sending/expire-leases.ts';

const database = useTestDatabase();

/** A point inside a call that a test waits for. */
type Moment = PromiseWithResolvers<void>;

/** An engine whose first call never returns: its worker is killed at the given point. */
function killedOnce(point: 'before sending' | 'before acting' | 'after acting', duplicateClass: Platform['duplicateClass'] = 'askable') {
  const killed: Moment = Promise.withResolvers();
  let isKilled = false;
  const engine = createEngine(database, (sandbox) => ({
    duplicateClass,
    async publish(payload, credentials, intent, hooks) {
      if (isKilled) return sandbox.publish(payload, credentials, intent, hooks);
      isKilled = true;
      if (point !== 'before sending') await hooks.onSending();
      if (point === 'after acting') await sandbox.publish(payload, credentials, intent, { ...hooks, onSending: async () => {} });
      killed.resolve();
      return new Promise(() => {});
    },
    ...(duplicateClass === 'blind' && { find: async () => ({ kind: 'unsure' as const, message: 'It cannot be asked.' }) }),
  }));
  return { engine, killed };
}

async function arrange(engine: Engine, reached: Moment) {
  const stage = await givenStage(engine.services);
  const queued = await givenQueued(stage);
  const stateOf = async () => (await stage.publicationsOf(queued.jobId))[0]?.state;
  /** The worker claims the publication and gets as far as the test needs. */
  const take = async (state: 'leased' | 'sent') => {
    const delivery = engine.deliver(queued.publicationId);
    await Promise.race([reached.promise, delivery]);
    expect(await stateOf()).toBe(state);
    return { delivery };
  };
  return { ...stage, ...queued, stateOf, take };
}

it('retries at once if nothing was sent', async () => {
  const { engine, killed } = killedOnce('before sending');
  const { publicationId, take, stateOf, ledger } = await arrange(engine, killed);
  await take('leased');
  expect(await expireLeases(engine.services)).toBe(0);
  engine.clock.advance(13_000);
  expect(await expireLeases(engine.services)).toBe(1);
  expect(await stateOf()).toBe('pending');
  expect(await engine.deliver(publicationId)).toBe('published');
  expect([await engine.postsOf(publicationId), (await ledger()).problems]).toEqual([1, []]);
});

it.each(['before acting', 'after acting'] as const)('asks the platform if bytes may have been sent, killed %s', async (point) => {
  const { engine, killed } = killedOnce(point);
  const { publicationId, take, stateOf, ledger } = await arrange(engine, killed);
  await take('sent');
  engine.clock.advance(13_000);
  expect(await expireLeases(engine.services)).toBe(1);
  expect(await stateOf()).toBe('unknown');
  // The dead worker's call could still be in progress: the platform is not asked before it has ended.
  expect(await engine.deliver(publicationId)).toBeNull();
  expect((await engine.settle(publicationId)).state).toBe('published');
  expect([await engine.postsOf(publicationId), (await ledger()).problems]).toEqual([1, []]);
});

it('leaves a publication that a platform without lookup may have received to a person, and never resends it', async () => {
  const { engine, killed } = killedOnce('after acting', 'blind');
  const { publicationId, take, jobId, jobOf, ledger } = await arrange(engine, killed);
  await take('sent');
  const publication = await engine.settle(publicationId);
  expect([publication.state, publication.attempts, publication.nextAttemptAt]).toEqual(['unknown', 1, null]);
  expect([await engine.postsOf(publicationId), (await jobOf(jobId)).state, (await ledger()).problems]).toEqual([1, 'publishing', []]);
});

it('ignores a worker that lost its lease to another', async () => {
  const [reached, answered]: [Moment, Moment] = [Promise.withResolvers(), Promise.withResolvers()];
  let calls = 0;
  const engine = createEngine(database, (sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      calls += 1;
      if (calls > 1) return sandbox.publish(payload, credentials, intent, hooks);
      reached.resolve();
      await answered.promise;
      return { kind: 'rejected', message: 'A late word.' };
    },
  }));
  const { publicationId, take, stateOf } = await arrange(engine, reached);
  const { delivery: slow } = await take('leased');
  engine.clock.advance(13_000);
  await expireLeases(engine.services);
  expect(await engine.deliver(publicationId)).toBe('published');
  answered.resolve();
  expect(await slow).toBeNull();
  expect(await stateOf()).toBe('published');
});

it('keeps a worker that lost its lease from sending', async () => {
  const [reached, recorded]: [Moment, Moment] = [Promise.withResolvers(), Promise.withResolvers()];
  const engine = createEngine(database, (sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      reached.resolve();
      await recorded.promise;
      return sandbox.publish(payload, credentials, intent, hooks);
    },
  }));
  const { publicationId, take } = await arrange(engine, reached);
  const { delivery: slow } = await take('leased');
  engine.clock.advance(13_000);
  await expireLeases(engine.services);
  recorded.resolve();
  expect(await slow).toBeNull();
  expect(await engine.postsOf(publicationId)).toBe(0);
  expect(await engine.deliver(publicationId)).toBe('published');
  expect(await engine.postsOf(publicationId)).toBe(1);
});

it('accepts an outcome after the lease has expired, if there was no other attempt', async () => {
  const [reached, answered]: [Moment, Moment] = [Promise.withResolvers(), Promise.withResolvers()];
  const engine = createEngine(database, (sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      const outcome = await sandbox.publish(payload, credentials, intent, hooks);
      reached.resolve();
      await answered.promise;
      return outcome;
    },
  }));
  const { publicationId, take, stateOf, ledger } = await arrange(engine, reached);
  const { delivery: slow } = await take('sent');
  engine.clock.advance(13_000);
  await expireLeases(engine.services);
  expect(await stateOf()).toBe('unknown');
  answered.resolve();
  expect(await slow).toBe('published');
  expect([await engine.postsOf(publicationId), (await ledger()).problems]).toEqual([1, []]);
});
