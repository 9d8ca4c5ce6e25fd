import { beforeAll, expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { setAccountState } from '../access/accounts.ts';
import { Membership, User } from '../access/user.entity.ts';
import { StandingApproval } from '../approvals/standing/standing-approval.entity.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import type { Context, Services } from '../context.ts';
import { readBalances } from '../credits/credit-queries.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { ROW_POLICIES } from '../db/row-security/policies.ts';
import { ServiceSwitch } from '../launch/launch.entities.ts';
import { sha256Of } from '../media/is-intact.ts';
import { newId } from '../new-id.ts';
import type { Platform } from '../platforms/platform.ts';
import { verifyHolds } from '../publishing/jobs/promised-credits.ts';
import { carryOutRetractions } from '../publishing/published/carry-out-retractions.ts';
import { readBackDuePosts } from '../publishing/published/read-back-due-posts.ts';
import { readDueMetrics } from '../publishing/published/read-due-metrics.ts';
import { requestRetraction } from '../publishing/published/request-retraction.ts';
import { readRestoreState, releaseRestore } from '../publishing/reconciliation/release-restore.ts';
import { keepStanding } from '../publishing/standing/keep-standing.ts';
import { newSweepRound } from '../publishing/sweep.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../testing/engine.ts';
import { givenUser } from '../testing/factories.ts';
import { type Everything, givenEverything } from '../testing/matrix/everything.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../testing/test-services.ts';
import { beginErasure, eraseAccount, eraseDueAccounts, keepAccount, requestErasure } from './erase-account.ts';
import { KEPT, OF_PEOPLE, REMOVED } from './erased-tables.ts';

const database = useTestDatabase();
const clock = createFixedClock();
let services: Services;
beforeAll(() => {
  services = createTestServices(database, { clock });
});

const OPERATOR = { kind: 'operator' } as const;
const PICTURE = Buffer.from('the bytes of a picture');
const DAYS = 86_400_000;
const count = async (sql: string, values: unknown[] = []): Promise<number> => (await database.orm.em.fork().execute(sql, values)).length;
const begin = (accountId: string) => actAs(services, OPERATOR, (ctx) => beginErasure(ctx, accountId));
const asOwner = <T>({ owner }: Everything, work: (ctx: Context) => Promise<T>): Promise<T> => actAs(services, owner, work);

/** An account with a row in every table and a picture in the store. */
async function arrange(): Promise<Everything & { account: () => Promise<Account> }> {
  const everything = await givenEverything(database);
  await services.media.put(everything.accountId, sha256Of(PICTURE), PICTURE);
  return { ...everything, account: () => database.orm.em.fork().findOneOrFail(Account, everything.accountId) };
}

/** The account and its people, which are erased last. */
const ENDED_WITH: readonly string[] = ['accounts', 'users', 'memberships'];

/** Tables without rows of an account. */
const OF_THE_SERVICE: readonly string[] = [
  ...[
    'attempt_windows',
    'installations',
    'launch_steps',
    'migrations',
    'oauth_clients',
    'platform_surcharges',
    'quota_uses',
    'service_keys',
  ],
  ...['service_matters', 'service_switches', 'setup_tokens', 'stripe_events', 'webauthn_challenges'],
];

it('states for every table how the erasure treats it', () => {
  const said = [...Object.keys(REMOVED), ...Object.keys(KEPT), ...OF_PEOPLE, ...ENDED_WITH, ...OF_THE_SERVICE];
  expect([...new Set(said)].sort()).toEqual(Object.keys(ROW_POLICIES).sort());
});

/** Columns of text in kept tables that hold no content: ids, hashes, and the codes below. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  workspaces: ['time_zone', 'deciders', 'signed_platforms', 'ask_in_turn'],
  grants: ['scopes'],
  drafts: ['platforms', 'publish_mode', 'wording'],
  payloads: ['platform'],
  approvals: ['platforms', 'deciders', 'held_by'],
  approval_decisions: ['decision'],
  client_links: ['language'],
  standing_approvals: ['time_zone', 'signed_by', 'closed_by'],
  publish_jobs: ['mode', 'ending', 'superseded_by'],
  publish_job_revisions: ['mode'],
  publications: ['platform', 'state', 'failure_code', 'check_first'],
  attempts: ['outcome'],
  settlements: ['verdict'],
  retractions: ['state', 'decided_by'],
  first_comments: ['decided_by'],
  verifications: ['result', 'seen_by', 'compared', 'not_readable'],
};

/** The audit log is a chain of hashes, the statements of signatures contain only ids, and the ledger is kept unchanged. */
const UNCHANGED = /^(audit_|decision_signatures|credit_)/;

it('states for every column of text in the kept tables by what it is replaced, or that it is a code', async () => {
  const columns = await database.orm.em.execute<{ table: string; column: string }[]>(
    `select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype)`,
  );
  const kept = columns.filter(({ table }) => table in KEPT && !UNCHANGED.test(table));
  const unstated = kept.filter(
    ({ table, column }) => !/(^|_)ids?$|_hash$/.test(column) && !(column in (KEPT[table] ?? {})) && !CODES[table]?.includes(column),
  );
  expect(unstated).toEqual([]);
});

it('leaves nothing that people and agents wrote, in any table or in the store, and keeps ledger and audit log complete', async () => {
  const { accountId, owner, agent, connection, account } = await arrange();
  const other = await arrange();
  await begin(accountId);
  expect(await eraseAccount(services, accountId)).toMatchObject({ isDone: true });

  expect(await account()).toMatchObject({ name: 'Erased account', state: 'suspended', eraseAt: null, erasingAt: expect.any(Date) });
  for (const table of Object.keys(REMOVED).filter((name) => !/^(notice_deliveries|grant_requests|sandbox_)/.test(name)))
    expect({ table, left: await count(`select from ${table} where account_id = ?`, [accountId]) }).toEqual({ table, left: 0 });
  expect(await services.media.read(accountId, sha256Of(PICTURE))).toBeNull();
  for (const table of OF_PEOPLE)
    expect({ table, left: await count(`select from ${table} where user_id = ?`, [owner.userId]) }).toEqual({ table, left: 0 });

  const tables = await database.orm.em.execute<{ name: string; hasAccount: boolean }[]>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "hasAccount"
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  for (const { name } of tables.filter(({ name, hasAccount }) => hasAccount && !UNCHANGED.test(name)))
    for (const words of ['festival', 'harbour', owner.email, connection?.handle ?? 'harbour'])
      expect({
        name,
        words,
        found: await count(`select from "${name}" t where account_id = ? and t::text ilike ?`, [accountId, `%${words}%`]),
      }).toEqual({ name, words, found: 0 });
  for (const { name } of tables)
    expect({ name, found: await count(`select from "${name}" t where t::text like ?`, [`%${owner.email}%`]) }).toEqual({ name, found: 0 });
  expect(await count(`select from agents where account_id = ? and name <> 'Erased agent ' || id`, [accountId])).toBe(0);
  expect(await count('select from grants where agent_id = ? and state = ?', [agent.agentId, 'revoked'])).toBe(1);

  expect(await verifyLedger(contextFor(services), accountId)).toMatchObject({ isConsistent: true });
  expect(await verifyHolds(contextFor(services), accountId)).toEqual([]);
  await sealAudit(services);
  expect((await verifyAudit(contextFor(services))).firstBad).toBeNull();
  expect(await count(`select from approval_decisions where account_id = ? and content_hash <> ''`, [accountId])).toBeGreaterThan(0);

  expect(await other.account()).toMatchObject({ state: 'approved', erasingAt: null });
  expect(await services.media.read(other.accountId, sha256Of(PICTURE))).toEqual(PICTURE);
  expect(await count('select from captions where account_id = ?', [other.accountId])).toBeGreaterThan(0);
});

it('continues after an interruption, and does nothing a third time', async () => {
  const { accountId, account } = await arrange();
  await begin(accountId);
  const captions = () => count('select from captions where account_id = ?', [accountId]);
  const before = await captions();
  // Another transaction locks the captions; the connection that waits for it is terminated, like by a kill.
  await database.orm.em.fork().transactional(async (em) => {
    await em.execute('select from captions where account_id = ? for update', [accountId]);
    const erasing = eraseAccount(services, accountId);
    const broken = expect(erasing).rejects.toThrow();
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from captions%' and datname = current_database()`;
    await expect.poll(() => count(waiting), { interval: 20 }).toBe(1);
    await database.orm.em.fork().execute(`select pg_terminate_backend(pid) from (${waiting}) held`);
    await broken;
  });
  expect([await captions(), await count('select from comments where account_id = ?', [accountId])]).toEqual([before, 0]);
  expect((await account()).eraseAt).not.toBeNull();
  expect(await eraseAccount(services, accountId)).toMatchObject({ isDone: true });
  expect([await captions(), (await account()).eraseAt]).toEqual([0, null]);
  expect(await eraseAccount(services, accountId)).toEqual({ isDone: true, removed: 0, changed: 0 });
});

it('removes what an upload that was under way stores after the erasure', async () => {
  const { accountId } = await arrange();
  await begin(accountId);
  expect(await eraseAccount(services, accountId)).toMatchObject({ isDone: true });
  await services.media.put(accountId, sha256Of(PICTURE), PICTURE);
  await eraseDueAccounts(services);
  expect(await services.media.read(accountId, sha256Of(PICTURE))).toBeNull();
});

it('begins 14 days after an owner has requested it, unless the owner has cancelled it', async () => {
  const ends = await arrange();
  const stays = await arrange();
  for (const each of [ends, stays]) await asOwner(each, (ctx) => requestErasure(ctx, each.accountId));
  const dueAt = clock.now().getTime() + 14 * DAYS;
  expect((await ends.account()).eraseAt?.getTime()).toBe(dueAt);
  clock.set(new Date(dueAt - 1));
  await eraseDueAccounts(services);
  expect(await ends.account()).toMatchObject({ state: 'approved', erasingAt: null });
  await actAs(services, OPERATOR, (ctx) => keepAccount(ctx, stays.accountId));
  clock.set(new Date(dueAt));
  await eraseDueAccounts(services);
  expect(await ends.account()).toMatchObject({ name: 'Erased account', eraseAt: null });
  expect(await stays.account()).toMatchObject({ state: 'approved', eraseAt: null, erasingAt: null });
});

it('waits after a restore until it is released: an owner may have cancelled it since the backup', async () => {
  const { accountId, account } = await arrange();
  await actAs(services, OPERATOR, (ctx) => requestErasure(ctx, accountId));
  clock.advance(14 * DAYS);
  const restored = { restoredAt: clock.now(), backupAt: clock.now(), doubtedAt: clock.now() };
  await database.orm.em.fork().nativeUpdate(ServiceSwitch, { id: 'publishing' }, restored);
  await eraseDueAccounts(services);
  expect(await account()).toMatchObject({ state: 'approved', erasingAt: null });
  const operator = contextFor(services, OPERATOR);
  expect(await readRestoreState(operator)).toMatchObject({ erasuresDue: [accountId] });
  await releaseRestore(operator);
  await eraseDueAccounts(services);
  expect(await account()).toMatchObject({ name: 'Erased account', eraseAt: null });
});

it('keeps a feed of the sandbox that another account posts to, until that one is erased too', async () => {
  const first = await arrange();
  const second = await arrange();
  const feed = first.connection?.externalId ?? '';
  const em = database.orm.em.fork();
  await em.execute('update connections set external_id = ? where account_id = ?', [feed, second.accountId]);
  const posts = () => count('select from sandbox_posts where feed = ?', [feed]);
  const before = await posts();
  await begin(first.accountId);
  await eraseAccount(services, first.accountId);
  expect([before > 0, await posts()]).toEqual([true, before]);
  await begin(second.accountId);
  await eraseAccount(services, second.accountId);
  expect(await posts()).toBe(0);
});

it('waits for a post that is being sent', async () => {
  const { accountId } = await arrange();
  await begin(accountId);
  const em = database.orm.em.fork();
  const set = (state: string) => em.execute('update publications set state = ? where account_id = ?', [state, accountId]);
  await set('sent');
  expect(await eraseAccount(services, accountId)).toEqual({ isDone: false, removed: 0, changed: 0 });
  await set('published');
  expect(await eraseAccount(services, accountId)).toMatchObject({ isDone: true });
});

it('ends the posts that wait for a retry or whose outcome is unknown, and returns their credits', async () => {
  const engine = createEngine(database);
  for (const [failure, state] of [
    ['unreachable', 'pending'],
    ['reset', 'unknown'],
  ] as const) {
    const stage = await givenStage(engine.services, { sandbox: { failure, times: 1 } });
    const { accountId } = stage;
    const { publicationId } = await givenQueued(stage);
    await engine.deliver(publicationId);
    expect(await stage.publicationOf(publicationId)).toMatchObject({ state });
    const balance = () => readBalances(contextFor(services), accountId).then((all) => all.find(({ bucket }) => bucket === 'pack'));
    expect(await balance()).toMatchObject({ available: 69, held: 1 });
    await begin(accountId);
    expect(await eraseAccount(engine.services, accountId)).toMatchObject({ isDone: true });

    expect(await stage.publicationOf(publicationId)).toMatchObject({
      state: state === 'unknown' ? 'failed' : 'cancelled',
      failureMessage: null,
    });
    expect(await balance()).toMatchObject({ available: 70, held: 0 });
    expect([(await stage.ledger()).problems, await verifyHolds(contextFor(services), accountId)]).toEqual([[], []]);
    expect(await eraseAccount(engine.services, accountId)).toEqual({ isDone: true, removed: 0, changed: 0 });
  }
});

it.each<[string, keyof Platform, (services: Services, stage: Stage, publicationId: string) => Promise<unknown>]>([
  ['a reading', 'readBack', (own) => readBackDuePosts(own)],
  ['figures', 'readMetrics', (own) => readDueMetrics(own)],
  [
    'a refused removal',
    'retract',
    async (own, { owner }, publicationId) => {
      await actAs(own, owner, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It is wrong.' }));
      await carryOutRetractions(own);
    },
  ],
])('stores nothing of %s for which the network was called before the erasure', async (_what, method, work) => {
  const answers: Partial<Platform> = {
    readBack: async () => ({ kind: 'found', seenBy: 'public', signed: { text: 'At nine.' }, published: { text: 'At ten.' } }),
    readMetrics: async () => ({ kind: 'refused', message: 'Not at the harbour.', sentence: null }),
    retract: async () => ({ kind: 'refused', message: 'Not at the harbour.', sentence: null }),
  };
  let isErased = false;
  const erased = async (accountId: string) => {
    await begin(accountId);
    ({ isDone: isErased } = await eraseAccount(engine.services, accountId));
  };
  const engine: Engine = createEngine(database, () => ({
    [method]: async () => {
      await erased(stage.accountId);
      return (answers[method] as () => Promise<unknown>)();
    },
  }));
  const stage = await givenStage(engine.services);
  const { publicationId } = await givenQueued(stage);
  await engine.deliver(publicationId);
  engine.clock.advance(DAYS);
  await work(engine.services, stage, publicationId);
  const left = (table: string, more: string) => count(`select from ${table} where account_id = ? and ${more}`, [stage.accountId]);
  expect({
    isErased,
    events: await left('events', 'true'),
    differences: await left('verifications', `differences <> '[]'`),
    messages: (await left('retractions', 'message is not null')) + (await left('publications', 'metrics_failure is not null')),
  }).toEqual({ isErased: true, events: 0, differences: 0, messages: 0 });
});

it('ends standing approvals, so that the reconciler writes nothing about them', async () => {
  const { accountId } = await arrange();
  const standing = () => database.orm.em.fork().find(StandingApproval, { accountId }, { orderBy: { state: 'asc' } });
  expect((await standing()).map(({ state }) => state)).toEqual(['active', 'proposed']);
  await begin(accountId);
  await eraseAccount(services, accountId);
  expect((await standing()).map(({ state, endReason }) => [state, endReason])).toEqual([
    ['ended', 'access_ended'],
    ['lapsed', null],
  ]);
  await keepStanding(services, newSweepRound());
  expect(await count('select from events where account_id = ?', [accountId])).toBe(0);
});

it('returns the credits of posts that an earlier release cancelled without them', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { sandbox: { failure: 'unreachable', times: 1 } });
  const { publicationId } = await givenQueued(stage);
  await engine.deliver(publicationId);
  await begin(stage.accountId);
  await database.orm.em.fork().execute(`update publications set state = 'cancelled' where id = ?`, [publicationId]);
  expect(await verifyHolds(contextFor(services), stage.accountId)).toEqual([`${publicationId} is cancelled, its credit is held.`]);
  await eraseAccount(engine.services, stage.accountId);
  expect([(await stage.ledger()).problems, await verifyHolds(contextFor(services), stage.accountId)]).toEqual([[], []]);
});

it('keeps a person who belongs to another account, and an operator', async () => {
  const { accountId, owner } = await arrange();
  const other = await arrange();
  const createdAt = clock.now();
  await database.orm.em.fork().insert(Membership, { userId: owner.userId, accountId: other.accountId, role: 'viewer', createdAt });
  const { user: operator } = await givenUser(services, accountId, { isOperator: true });
  await begin(accountId);
  await eraseAccount(services, accountId);
  const em = database.orm.em.fork();
  expect((await em.findOneOrFail(User, owner.userId)).email).toBe(owner.email);
  expect((await em.findOneOrFail(User, operator.id)).email).toBe(operator.email);
  expect(await em.count(Membership, { accountId })).toBe(0);
});

it('is final once it has begun', async () => {
  const everything = await arrange();
  const { accountId } = everything;
  await begin(accountId);
  await expect(actAs(services, OPERATOR, (ctx) => keepAccount(ctx, accountId))).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(actAs(services, OPERATOR, (ctx) => setAccountState(ctx, accountId, 'approved'))).rejects.toMatchObject({
    code: 'invalid_state',
  });
});

it('changes no append-only row of an account that is not being erased', async () => {
  const { accountId } = await arrange();
  const em = database.orm.em.fork();
  for (const table of [
    'captions',
    'caption_sets',
    'payloads',
    'safety_lifts',
    'settlements',
    'verifications',
    'post_metrics',
    'credit_entries',
  ])
    await expect(em.execute(`delete from ${table} where account_id = ?`, [accountId]), table).rejects.toThrow('append-only');
  await expect(em.execute(`update approval_decisions set comment = 'x' where account_id = ?`, [accountId])).rejects.toThrow('append-only');
});

it('can be started by the operator only for the named account', async () => {
  const { accountId, owner } = await arrange();
  await expect(actAs(services, OPERATOR, (ctx) => beginErasure(ctx, accountId, 'Another'))).rejects.toMatchObject({
    code: 'invalid_state',
  });
  await expect(actAs(services, owner, (ctx) => beginErasure(ctx, accountId))).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(actAs(services, OPERATOR, (ctx) => beginErasure(ctx, newId('acc')))).rejects.toMatchObject({ code: 'not_found' });
});
