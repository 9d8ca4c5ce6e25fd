import { expect, it } from 'vitest';
import { revokeGrant } from '../../access/grants/change-grant.ts';
import { HOUR_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { LookupResult, Platform } from '../../platforms/platform.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { pauseWorkspace, resumeWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { cancelJob } from '../jobs/end-job.ts';
import { reconcilePublication } from './reconcile-publication.ts';

const database = useTestDatabase();

async function arrange(changed: (sandbox: Platform) => Partial<Platform>) {
  const engine = createEngine(database, changed);
  const stage = await givenStage(engine.services);
  const queued = await givenQueued(stage);
  const publication = async () => (await stage.publicationsOf(queued.jobId))[0];
  return { ...engine, ...stage, ...queued, publication };
}

it('resends nothing while the first call may still arrive, though the platform reports it absent', async () => {
  let arrive: () => Promise<unknown> = () => Promise.resolve();
  let calls = 0;
  const arranged = await arrange((sandbox) => ({
    settlesWithinSeconds: 30,
    async publish(payload, credentials, intent, hooks) {
      calls += 1;
      await hooks.onSending();
      // Delayed: it creates its post long after it was given up.
      arrive = () => sandbox.publish(payload, credentials, intent, { ...hooks, onSending: async () => {} });
      return { kind: 'unknown', message: 'No answer in time.' };
    },
  }));
  const { deliver, clock, publicationId, publication, postsOf } = arranged;
  expect(await deliver(publicationId)).toBe('unknown');
  clock.advance(5_000);
  expect(await deliver(publicationId)).toBe('unknown');
  clock.advance(20_000);
  await arrive();
  clock.set((await publication())?.nextAttemptAt ?? clock.now());
  expect(await deliver(publicationId)).toBe('published');
  expect([calls, await postsOf(publicationId)]).toEqual([1, 1]);
});

/** A post whose call gets no answer in time, and may still arrive; its platform recognises a repeated intent. */
const arrangeHanging = (traits: Partial<Platform>) => {
  const made = { calls: 0, arrive: (): Promise<unknown> => Promise.resolve() };
  return arrange((sandbox) => ({
    ...{ duplicateClass: 'idempotent', settlesWithinSeconds: 120, ...traits },
    async publish(payload, credentials, intent, hooks) {
      made.calls += 1;
      await hooks.onSending();
      made.arrive = () => sandbox.publish(payload, credentials, intent, { ...hooks, onSending: async () => {} });
      return made.calls === 1 ? { kind: 'unknown', message: 'No answer in time.' } : sandbox.publish(payload, credentials, intent, hooks);
    },
  })).then((arranged) => ({ ...arranged, made }));
};

it.each<[string, Partial<Platform>]>([
  ['recognises it at any time', {}],
  ['forgets it after an hour', { repeatableForSeconds: 3_600 }],
])('repeats no intent while the first call may still arrive, though its platform %s', async (_name, traits) => {
  const { deliver, clock, publicationId, publication, postsOf, made } = await arrangeHanging(traits);
  expect(await deliver(publicationId)).toBe('unknown');
  clock.advance(2_000);
  expect(await deliver(publicationId)).toBe('unknown');
  clock.advance(60_000);
  await made.arrive();
  clock.set((await publication())?.nextAttemptAt ?? clock.now());
  expect([await deliver(publicationId), await postsOf(publicationId), made.calls]).toEqual(['published', 1, 1]);
});

it('repeats an intent once the first call can no longer arrive', async () => {
  const { deliver, clock, publicationId, publication, postsOf, made } = await arrangeHanging({});
  await deliver(publicationId);
  clock.advance(2_000);
  await deliver(publicationId);
  clock.set((await publication())?.nextAttemptAt ?? clock.now());
  expect(await deliver(publicationId)).toBe('pending');
  clock.advance(5_000);
  expect([await deliver(publicationId), await postsOf(publicationId), made.calls]).toEqual(['published', 1, 2]);
});

it('does not end a cancelled post as unpublished while its call may still arrive', async () => {
  const { deliver, clock, publicationId, publication, jobId, postsOf, services, owner, made } = await arrangeHanging({});
  expect(await deliver(publicationId)).toBe('unknown');
  await actAs(services, owner, (ctx) => cancelJob(ctx, jobId));
  clock.advance(2_000);
  expect(await deliver(publicationId)).toBe('unknown');
  await made.arrive();
  clock.set((await publication())?.nextAttemptAt ?? clock.now());
  expect([await deliver(publicationId), await postsOf(publicationId), made.calls]).toEqual(['published', 1, 1]);
});

it('ends a cancelled post once its call can no longer arrive, without sending it again', async () => {
  const { deliver, clock, publicationId, publication, jobId, services, owner, made, ledger } = await arrangeHanging({});
  await deliver(publicationId);
  await actAs(services, owner, (ctx) => cancelJob(ctx, jobId));
  clock.advance(2_000);
  await deliver(publicationId);
  clock.set((await publication())?.nextAttemptAt ?? clock.now());
  expect([await deliver(publicationId), made.calls]).toEqual(['cancelled', 1]);
  expect((await ledger()).problems).toEqual([]);
});

it('looks up what the platform has accepted, and never resends it', async () => {
  let calls = 0;
  let isThere = false;
  const { deliver, clock, publicationId, publication } = await arrange(() => ({
    async publish(_payload, _credentials, _intent, hooks) {
      calls += 1;
      await hooks.onSending();
      return { kind: 'pending', message: 'The container is being made.' };
    },
    find: async () => (isThere ? { kind: 'found', providerId: 'post-1', url: null } : { kind: 'absent' }),
  }));
  expect(await deliver(publicationId)).toBe('unknown');
  expect(await publication()).toMatchObject({ failureCode: 'pending', failureMessage: 'The container is being made.' });
  clock.advance(3_600_000);
  expect(await deliver(publicationId)).toBe('unknown');
  isThere = true;
  clock.advance(24 * 3_600_000);
  expect(await deliver(publicationId)).toBe('published');
  expect([calls, (await publication())?.providerId]).toEqual([1, 'post-1']);
});

it.each<[string, Extract<LookupResult, { kind: 'refused' }>['outcome'], object]>([
  ['for good', { kind: 'rejected', message: 'Its frames are too many.' }, { state: 'failed', failureCode: 'rejected' }],
  ['for the moment', { kind: 'unavailable', message: 'A fault of ours.', retryAfterSeconds: 60 }, { state: 'published' }],
  ['by credentials that were renewed since', { kind: 'unauthorized', message: 'The access was removed.' }, { state: 'published' }],
])('learns that the platform has refused %s what it had accepted', async (_name, outcome, expected) => {
  let calls = 0;
  const { settle, publicationId, publication, ledger, services } = await arrange(() => ({
    async publish(_payload, _credentials, _intent, hooks) {
      calls += 1;
      await hooks.onSending();
      return calls === 1 ? { kind: 'pending', message: 'It is converted.' } : { kind: 'published', providerId: 'post-1', url: null };
    },
    find: async () => ({ kind: 'refused', outcome }),
  }));
  expect(await settle(publicationId)).toMatchObject({
    ...expected,
    ...(outcome.kind === 'rejected' && { failureMessage: outcome.message }),
  });
  const id = (await publication())?.connectionId ?? '';
  expect(await services.orm.em.fork().findOneOrFail(Connection, id)).toMatchObject({ health: 'healthy' });
  expect((await ledger()).problems).toEqual([]);
});

it('stores ids that the platform returned during the call, to query by them', async () => {
  const asked: unknown[] = [];
  const { deliver, clock, publicationId } = await arrange(() => ({
    async publish(_payload, _credentials, _intent, hooks) {
      await hooks.onSending({ container: '17' });
      return { kind: 'unknown', message: 'No answer in time.' };
    },
    async find(_payload, _credentials, intent) {
      asked.push(intent.keys);
      return { kind: 'found', providerId: '17', url: null };
    },
  }));
  await deliver(publicationId);
  clock.advance(2_000);
  expect(await deliver(publicationId)).toBe('published');
  expect(asked).toEqual([{ container: '17' }]);
});

it.each<[string, Partial<Platform>, 1 | 2]>([
  ['idempotent', { duplicateClass: 'idempotent' }, 2],
  ['continues threads', { duplicateClass: 'askable', continuesThreads: true }, 2],
  ['askable', { duplicateClass: 'askable' }, 1],
  ['blind', { duplicateClass: 'blind' }, 1],
])('completes a partial thread only where that cannot create a second post: %s', async (_name, traits, expectedCalls) => {
  let calls = 0;
  const { deliver, clock, publicationId, settle, ledger } = await arrange(() => ({
    ...traits,
    async publish(_payload, _credentials, intent, hooks) {
      calls += 1;
      if (calls > 1 && traits.continuesThreads) expect(intent.keys).toMatchObject({ container: 1 });
      await hooks.onSending({ container: calls });
      return calls === 1 ? { kind: 'unknown', message: '1 of 2 posts stand.' } : { kind: 'published', providerId: 'post-1', url: null };
    },
    find: async () => ({ kind: 'partial', message: '1 of 2 posts stand.' }),
  }));
  expect(await deliver(publicationId)).toBe('unknown');
  clock.advance(2_000);
  const expected = [expectedCalls === 2 ? 'published' : 'unknown', expectedCalls];
  expect([await deliver(publicationId), calls]).toEqual(expected);
  expect([(await settle(publicationId)).state, calls]).toEqual(expected);
  expect((await ledger()).problems).toEqual([]);
});

it('continues no thread while the call may still publish the rest of it', async () => {
  const { deliver, clock, publicationId, publication, calls } = await arrangePart({
    duplicateClass: 'idempotent',
    settlesWithinSeconds: 120,
  });
  const startedAt = clock.now().getTime();
  let state = await deliver(publicationId);
  while (state === 'unknown') {
    const { nextAttemptAt } = (await publication()) ?? {};
    if (!nextAttemptAt) throw new Error('It is not looked up again.');
    expect(calls()).toBe(1);
    clock.set(nextAttemptAt);
    state = await deliver(publicationId);
  }
  expect([state, calls()]).toEqual(['published', 2]);
  expect(clock.now().getTime() - startedAt).toBeGreaterThanOrEqual(120_000);
});

it('lets one worker alone continue a thread whose repetitions the network recognises for a while only', async () => {
  const traits: Partial<Platform> = { duplicateClass: 'idempotent', repeatableForSeconds: 3_600 };
  const { deliver, clock, publicationId, settle, calls, whileAsked } = await arrangePart(traits);
  await deliver(publicationId);
  clock.advance(2_000);
  whileAsked(2);
  await Promise.all([settle(publicationId), settle(publicationId)]);
  expect(calls()).toBe(2);
});

it.each<[string, Partial<Platform>]>([
  ['the network recognises repetitions for a while only', { duplicateClass: 'idempotent', repeatableForSeconds: 3_600 }],
  ['the network returns ids on the way', { duplicateClass: 'askable', continuesThreads: true }],
])('continues no thread again while its rest is being sent, but once that can no longer arrive: %s', async (_name, traits) => {
  const { deliver, clock, publicationId, services, calls, hangAt } = await arrangePart({ ...traits, settlesWithinSeconds: 120 });
  await deliver(publicationId);
  clock.advance(130_000);
  const isSending = hangAt(2);
  void deliver(publicationId);
  await isSending;
  for (const seconds of [0, 170]) {
    clock.advance(seconds * 1_000);
    expect([await reconcilePublication(services, publicationId), calls()]).toEqual(['unknown', 2]);
  }
  clock.advance(10_000);
  expect([await reconcilePublication(services, publicationId), calls()]).toEqual(['published', 3]);
});

const PART = { message: '1 of 2 posts is there.' };

/** A thread of which one post is out, until it is continued. */
const arrangePart = (traits: Partial<Platform> = { duplicateClass: 'idempotent' }) => {
  let calls = 0;
  let awaited = 0;
  let hanging = 0;
  const areAsked = Promise.withResolvers<void>();
  const hangs = Promise.withResolvers<void>();
  return arrange(() => ({
    ...traits,
    async publish(_payload, _credentials, _intent, hooks) {
      calls += 1;
      await hooks.onSending();
      if (calls === hanging) {
        hangs.resolve();
        return new Promise(() => {});
      }
      return calls === 1 ? { kind: 'unknown', ...PART } : { kind: 'published', providerId: 'post-1', url: null };
    },
    async find() {
      if (awaited > 0 && --awaited === 0) areAsked.resolve();
      if (awaited > 0) await areAsked.promise;
      return { kind: 'partial', ...PART };
    },
  })).then((arranged) => ({
    ...arranged,
    calls: () => calls,
    /** No lookup responds before that many are under way. */
    whileAsked(lookups: number) {
      awaited = lookups;
    },
    /** That call never ends; resolves once it is under way. */
    hangAt(call: number) {
      hanging = call;
      return hangs.promise;
    },
  }));
};

it('completes no partial thread while the workspace is paused, says why, and does so afterwards, however long that was', async () => {
  const { deliver, clock, publicationId, publication, services, owner, workspaceId } = await arrangePart();
  expect(await deliver(publicationId)).toBe('unknown');
  await actAs(services, owner, (ctx) => pauseWorkspace(ctx, workspaceId));
  for (const hours of [0, 2, 30]) {
    clock.advance(2_000 + hours * HOUR_MS);
    expect(await deliver(publicationId)).toBe('unknown');
    const { failureMessage, nextAttemptAt } = (await publication()) ?? {};
    expect(failureMessage).toMatch(/^1 of 2 posts is there\. Publishing is paused for this workspace\. An owner of the account resumes it/);
    const waitMs = nextAttemptAt ? nextAttemptAt.getTime() - clock.now().getTime() : Number.POSITIVE_INFINITY;
    expect(waitMs).toBeLessThanOrEqual(5 * 60_000);
  }
  await actAs(services, owner, (ctx) => resumeWorkspace(ctx, workspaceId));
  clock.set((await publication())?.nextAttemptAt ?? clock.now());
  expect(await deliver(publicationId)).toBe('published');
});

it.each<[string, Partial<Platform>]>([
  ['its network cannot continue it', { duplicateClass: 'askable' }],
  ['its network would publish it twice by now', { duplicateClass: 'idempotent', repeatableForSeconds: 1 }],
])('does not say that a pause holds up the rest of a thread if %s', async (_name, traits) => {
  const { deliver, clock, publicationId, publication, services, owner, workspaceId } = await arrangePart(traits);
  await deliver(publicationId);
  await actAs(services, owner, (ctx) => pauseWorkspace(ctx, workspaceId));
  for (const hours of [0, 30]) {
    clock.advance(2_000 + hours * HOUR_MS);
    expect(await deliver(publicationId)).toBe('unknown');
    expect((await publication())?.failureMessage).not.toContain('paused');
  }
  expect((await publication())?.nextAttemptAt).toBeNull();
});

it('leaves the rest of a thread to a person once its agent is revoked for good, without a remedy that opens nothing', async () => {
  const { deliver, clock, publicationId, publication, services, owner, agent } = await arrangePart();
  await deliver(publicationId);
  await actAs(services, owner, (ctx) => revokeGrant(ctx, agent.grantId));
  for (const hours of [0, 30]) {
    clock.advance(2_000 + hours * HOUR_MS);
    expect(await deliver(publicationId)).toBe('unknown');
    expect((await publication())?.failureMessage).toMatch(/^1 of 2 posts is there\. The grant of .+ has been revoked\.$/);
  }
  expect((await publication())?.nextAttemptAt).toBeNull();
});

it('looks up for a day what the platform has published and does not list yet', async () => {
  const words = toStoredMessage(say`The sandbox did not respond: ${'it is slow'}`);
  let isListed = false;
  const { deliver, clock, publicationId, publication } = await arrange(() => ({
    async publish(_payload, _credentials, _intent, hooks) {
      await hooks.onSending();
      return { kind: 'unknown', message: 'No answer in time.' };
    },
    find: async () => (isListed ? { kind: 'found', providerId: 'post-1', url: null } : { kind: 'unsure', ...words }),
  }));
  await deliver(publicationId);
  clock.advance(2 * HOUR_MS);
  expect(await deliver(publicationId)).toBe('unknown');
  const { nextAttemptAt } = (await publication()) ?? {};
  if (!nextAttemptAt) throw new Error('It is not looked up again.');
  isListed = true;
  clock.set(nextAttemptAt);
  expect(await deliver(publicationId)).toBe('published');
});

it('stores ids that the platform returned with the outcome, of a call and of a thread that is continued', async () => {
  const learned = { posts: ['17', '18'] };
  const out = { kind: 'published', providerId: '17', url: null, learned } as const;
  const sent: Partial<Platform>['publish'] = async (_payload, _credentials, _intent, hooks) => {
    await hooks.onSending({ container: '16' });
    return out;
  };
  const whole = await arrange(() => ({ publish: sent }));
  expect(await whole.deliver(whole.publicationId)).toBe('published');
  expect((await whole.publication())?.intent?.keys).toMatchObject({ container: '16', ...learned });

  let calls = 0;
  const part = await arrange(() => ({
    duplicateClass: 'idempotent',
    async publish(_payload, _credentials, _intent, hooks) {
      await hooks.onSending();
      calls += 1;
      return calls === 1 ? { kind: 'unknown', ...PART } : out;
    },
    find: async () => ({ kind: 'partial', ...PART }),
  }));
  await part.deliver(part.publicationId);
  part.clock.advance(2_000);
  expect(await part.deliver(part.publicationId)).toBe('published');
  expect((await part.publication())?.intent?.keys).toMatchObject(learned);
});
