import { expect, it } from 'vitest';
import type { Platform } from '../../platforms/platform.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { pauseWorkspace, resumeWorkspace } from '../../workspaces/workspace-lifecycle.ts';

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

it('completes no partial thread while the workspace is paused, says why, and does so afterwards', async () => {
  let calls = 0;
  const arranged = await arrange(() => ({
    duplicateClass: 'idempotent',
    async publish(_payload, _credentials, _intent, hooks) {
      calls += 1;
      await hooks.onSending();
      return calls === 1 ? { kind: 'unknown', message: '1 of 2 posts is there.' } : { kind: 'published', providerId: 'post-1', url: null };
    },
    find: async () => ({ kind: 'partial', message: '1 of 2 posts is there.' }),
  }));
  const { deliver, clock, publicationId, publication, services, owner, workspaceId } = arranged;
  expect(await deliver(publicationId)).toBe('unknown');
  await actAs(services, owner, (ctx) => pauseWorkspace(ctx, workspaceId));
  clock.advance(2_000);
  expect([await deliver(publicationId), calls]).toEqual(['unknown', 1]);
  expect((await publication())?.failureMessage).toContain('Publishing is paused for this workspace.');
  await actAs(services, owner, (ctx) => resumeWorkspace(ctx, workspaceId));
  clock.set((await publication())?.nextAttemptAt ?? clock.now());
  expect([await deliver(publicationId), calls]).toEqual(['published', 2]);
});
