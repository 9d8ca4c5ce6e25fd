import { expect, it } from 'vitest';
import { setAccountState } from '../access/accounts.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import { addConnection } from '../connections/add-connection.ts';
import type { ApprovedPosts, WaitingWork } from '../context.ts';
import { addCredits } from '../credits/add-credits.ts';
import { actAs } from '../testing/actors.ts';
import { copyWaiting } from '../testing/database/copy-waiting.ts';
import { endingAtLock, meetingAtRows } from '../testing/database/held-rows.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage, type StageOptions } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, type RecordingQueue } from '../testing/test-services.ts';
import { workOffWaiting } from '../testing/waiting.ts';
import { advancePage } from './jobs/advance-page.ts';
import { PublishJob } from './publish-job.entity.ts';
import { newSweepRound, sweep } from './sweep.ts';
import { workOnWaiting } from './work-on-publication.ts';

const database = useTestDatabase();
const OPERATOR = { kind: 'operator' } as const;

/** A stage with this many waiting approved posts. */
async function arrange(posts: number, options: StageOptions = {}, input: Parameters<typeof givenQueued>[1] = {}) {
  const engine = createEngine(database);
  const { services } = engine;
  await services.orm.em.fork().execute("update publish_jobs set state = 'cancelled' where state in ('blocked', 'ready')");
  const stage = await givenStage(services, options);
  const { draft, jobId } = await givenQueued(stage, input);
  await copyWaiting(services, draft.id, posts - 1);
  (services.queue as RecordingQueue).waiting.length = 0;
  const count = (state: PublishJob['state']) => services.orm.em.fork().count(PublishJob, { accountId: stage.accountId, state });
  const buy = (quantity: number) =>
    actAs(services, OPERATOR, (ctx) => addCredits(ctx, { accountId: stage.accountId, product: 'api_publication_pack', quantity }));
  return { ...engine, ...stage, jobId, count, buy };
}

it('advances as many as there are credits for, oldest first, and none of it in the request', async () => {
  const { services, buy, count, accountId } = await arrange(300, { packs: 0 });
  const inRequest = await recordStatements(services, () => buy(1));
  expect(inRequest.length).toBeLessThan(20);
  expect(await count('queued')).toBe(0);

  expect(await workOffWaiting(services)).toBeLessThan(6);
  expect([await count('queued'), await count('blocked')]).toEqual([70, 230]);
  const [first] = await services.orm.em.fork().find(PublishJob, { accountId, state: 'blocked' }, { orderBy: { id: 'asc' }, limit: 1 });
  expect(await services.orm.em.fork().count(PublishJob, { accountId, state: 'queued', id: { $gt: first?.id ?? '' } })).toBe(0);
  // Jobs in progress still have to take their credits: these are not counted twice.
  await buy(1);
  await workOffWaiting(services);
  expect(await count('queued')).toBe(140);
});

it('skips the other gates where one statement shows a closed one', async () => {
  const { services, accountId } = await arrange(120, { packs: 0 });
  expect(await advancePage(contextFor(services), accountId, '')).toEqual({ looked: 0, advanced: 0, after: null });
  const revoked = await arrange(120);
  await revoked.services.orm.em.fork().execute("update publish_jobs set state = 'blocked' where account_id = ?", [revoked.accountId]);
  await revoked.services.orm.em.fork().execute("update connections set health = 'revoked' where account_id = ?", [revoked.accountId]);
  expect((await advancePage(contextFor(revoked.services), revoked.accountId, '')).looked).toBe(0);
});

it('continues to the end, a page at a time, wherever a worker dies', async () => {
  const { services, accountId, count } = await arrange(130, { packs: 2 });
  await services.orm.em.fork().execute("update publish_jobs set state = 'blocked' where account_id = ?", [accountId]);
  const { waiting } = services.queue as RecordingQueue;
  await actAs(services, OPERATOR, (ctx) => setAccountState(ctx, accountId, 'suspended'));
  await actAs(services, OPERATOR, (ctx) => setAccountState(ctx, accountId, 'approved'));
  expect(waiting).toEqual([{ kind: 'advance', accountId, after: '' }]);
  const [entry] = waiting as [WaitingWork];
  // The first page is processed twice, as after a death before its entry was completed; both continue.
  const again = () => workOnWaiting(services, entry);
  await meetingAtRows(database, ['select from drafts where account_id = ? for update', [accountId]], [again, again]);
  expect(await count('queued')).toBe(50);
  waiting.shift();
  await workOffWaiting(services);
  expect([await count('queued'), await count('blocked')]).toEqual([130, 0]);
});

it('costs the same however much is waiting, and eventually reaches all of it', async () => {
  const few = await arrange(3, { packs: 0 });
  await sweep(few.services);
  const little = await recordStatements(few.services, () => sweep(few.services));
  const { services, count, accountId } = await arrange(300, { packs: 0 });
  const much = await recordStatements(services, () => sweep(services));
  expect(much.length).toBeLessThanOrEqual(little.length + 2);

  // Without an event it is still found, within a few runs.
  await services.orm.em
    .fork()
    .execute('insert into credit_balances (account_id, bucket, available, held) values (?, ?, 140, 0)', [accountId, 'pack']);
  const round = newSweepRound();
  for (let sweeps = 0; sweeps < 4; sweeps += 1) await sweep(services, round);
  expect(await count('queued')).toBe(140);
});

it('evaluates everything again when a month begins, since its limits are reset', async () => {
  const { services, clock } = await arrange(1);
  const { waiting } = services.queue as RecordingQueue;
  const round = newSweepRound();
  clock.set(new Date('2026-11-30T23:59:00Z'));
  await sweep(services, round);
  await sweep(services, round);
  expect(waiting).toEqual([{ kind: 'advance', accountId: null, after: '' }]);
  clock.set(new Date('2026-12-01T00:00:30Z'));
  await sweep(services, round);
  expect(waiting).toHaveLength(2);
});

/** Approved posts for the sandbox, and an account that is connected there afterwards. */
async function connectLate(posts: number, approvedPosts?: ApprovedPosts) {
  const stage = await arrange(posts, { sandbox: null });
  const { services, owner, workspaceId } = stage;
  const connected = { handle: 'harbour', externalId: `feed_${workspaceId}`, credentials: { feed: `feed_${workspaceId}` } };
  const connect = () =>
    actAs(services, owner, (ctx) =>
      addConnection(ctx, { workspaceId, platform: 'sandbox', connected, ...(approvedPosts && { approvedPosts }) }),
    );
  const approvals = (where: Partial<Approval>) => services.orm.em.fork().count(Approval, { workspaceId, ...where });
  return { ...stage, connect, approvals };
}

it('requests approval again, to the end and with the reason, if the owner chose it', async () => {
  const { services, connect, approvals, accountId } = await connectLate(23, 'ask_again');
  const inRequest = await recordStatements(services, connect);
  expect(inRequest.length).toBeLessThan(20);
  expect(await approvals({ state: 'approved' })).toBe(23);
  await workOffWaiting(services);
  expect([await approvals({ state: 'approved' }), await approvals({ state: 'superseded' })]).toEqual([0, 23]);
  expect(await approvals({ state: 'pending', reason: 'An account was connected: Sandbox harbour.' })).toBe(23);
  const requested = await services.orm.em.fork().find(AuditEntry, { accountId, action: 'approval.requested' });
  expect(requested.filter(({ details }) => JSON.stringify(details).includes('An account was connected: Sandbox harbour.'))).toHaveLength(
    23,
  );
});

it('keeps approved posts by default, and requests approval again only for undecided ones', async () => {
  const { services, connect, approvals, submit } = await connectLate(3);
  await submit();
  await connect();
  await workOffWaiting(services);
  expect([await approvals({ state: 'approved' }), await approvals({ state: 'superseded' })]).toEqual([3, 1]);
  expect(await approvals({ state: 'pending', reason: 'An account was connected: Sandbox harbour.' })).toBe(1);
});

it('requests approval again to the end, each once, if a worker was killed in the middle of a page', async () => {
  const { services, connect, approvals, accountId } = await connectLate(23, 'ask_again');
  await connect();
  const { waiting } = services.queue as RecordingQueue;
  const [entry] = waiting.splice(0).filter(({ kind }) => kind === 'retarget') as [WaitingWork];
  // Its eighth post is locked by another transaction; while it waits, the worker loses its session, as if it was
  // killed.
  const [eighth] = await services.orm.em.fork().find(PublishJob, { accountId }, { orderBy: { id: 'asc' }, offset: 7, limit: 1 });
  const other = services.orm.em.fork();
  await other.begin();
  await other.execute('select id from drafts where id = ? for update', [eighth?.draftId]);
  const killed = workOnWaiting(services, entry);
  await endingAtLock(services, killed);
  await expect(killed).rejects.toThrow();
  await other.rollback();
  expect([await approvals({ state: 'superseded' }), waiting]).toEqual([7, []]);

  // Its entry was not completed, so the queue redelivers it.
  waiting.push(entry);
  await workOffWaiting(services);
  expect([await approvals({ state: 'approved' }), await approvals({ state: 'superseded' }), await approvals({ state: 'pending' })]).toEqual(
    [0, 23, 23],
  );
});
