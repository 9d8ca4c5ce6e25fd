import { afterEach, expect, it, vi } from 'vitest';
import { readBalances } from '../../credits/credit-queries.ts';
import type { Platform } from '../../platforms/platform.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage, type Stage, type StageOptions } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { workOnPublication } from '../work-on-publication.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { expireLeases } from './expire-leases.ts';

// Creating the publications takes most of the time.
const database = useTestDatabase();
const stopping: AbortController[] = [];
afterEach(() => {
  for (const each of stopping.splice(0)) each.abort();
});

/** An engine whose worker sends in batches, on a stage whose month has begun. */
async function arrange(changed: (sandbox: Platform) => Partial<Platform> = () => ({}), options: StageOptions = {}) {
  const engine = createEngine(database, changed);
  const { services } = engine;
  const stage = await givenStage(services, options);
  const queueOn = async (on: Stage, many: number) => {
    const ids: string[] = [];
    for (let number = 0; number < many; number += 1)
      ids.push((await givenQueued(on, { sourceText: `Ferry ${number} leaves at ${performance.now()}.` })).publicationId);
    return ids;
  };
  await engine.deliver((await queueOn(stage, 1))[0] ?? '');
  const stop = new AbortController();
  stopping.push(stop);
  const deliverOne = (id: string, deliveries: Deliveries = createDeliveries(services)) =>
    workOnPublication(services, id, { signal: stop.signal, deliveries });
  const deliverAll = (ids: readonly string[], deliveries = createDeliveries(services)) =>
    Promise.all(ids.map((id) => deliverOne(id, deliveries)));
  const postsOf = (ids: readonly string[]) => Promise.all(ids.map(engine.postsOf));
  return { ...engine, ...stage, stage, queueOn, queue: (many: number) => queueOn(stage, many), deliverOne, deliverAll, postsOf };
}

const times = <T>(many: number, value: T): T[] => Array.from({ length: many }, () => value);
/** Transactions that began attempts; a batch is one. */
const claimsThatBegan = (statements: readonly string[]) => statements.filter((text) => /^insert into "attempts"/i.test(text)).length;

it('delivers twenty with no more statements than three alone, each once and with its own trace', async () => {
  const { services, queue, deliverAll, postsOf, attemptsOf, ledger, publicationOf, jobOf } = await arrange();
  const ids = await queue(20);
  let states: unknown[] = [];
  const statements = await recordStatements(services, async () => {
    states = await deliverAll(ids);
  });
  expect(states).toEqual(times(20, 'published'));
  expect(await postsOf(ids)).toEqual(times(20, 1));
  // One each to the sandbox, which does not count.
  expect(statements.length - 20, statements.join('\n')).toBeLessThanOrEqual(3 * 24);
  expect(await attemptsOf(ids[7] ?? '')).toMatchObject([
    { number: 1, outcome: 'published', endedAt: expect.any(Date), gates: expect.objectContaining({ length: 9 }) },
  ]);
  const { jobId, publishedAt } = await publicationOf(ids[7] ?? '');
  expect(await jobOf(jobId)).toMatchObject({ state: 'published', wentOutAt: publishedAt });
  expect(await publicationOf(ids[7] ?? '')).toMatchObject({
    attempts: 1,
    lease: 1,
    leasedUntil: null,
    providerUrl: expect.stringContaining('/sandbox#spo_'),
  });
  expect(await ledger()).toMatchObject({ isConsistent: true, problems: [], holds: 21 });
});

const TAMPERED = `update payloads set body = '{"text": "Something else"}' where id = (select payload_id from publications where id = ?)`;
const HELD_BEFORE = `insert into credit_holds (id, account_id, publication_id, bucket, state, created_at)
  select 'hld_' || id, account_id, id, 'pack', 'released', now() from publications where id = ?`;

it.each<[string, (run: (sql: string) => Promise<unknown>) => Promise<unknown>, string | null, number]>([
  [
    'whose content was changed',
    async (run) => {
      await run('alter table payloads disable trigger payloads_append_only');
      await run(TAMPERED);
      return run('alter table payloads enable trigger payloads_append_only');
    },
    'failed',
    1,
  ],
  ['that violates a constraint', (run) => run(HELD_BEFORE), null, 20],
  ['that was postponed', (run) => run(`update publications set next_attempt_at = now() + interval '1 day' where id = ?`), null, 1],
])('does not send one %s, but sends the other nineteen', async (_name, spoil, state, mostClaims) => {
  const { services, queue, deliverOne, postsOf } = await arrange();
  const [spoilt = '', ...others] = await queue(20);
  await spoil((sql) => services.orm.em.fork().execute(sql, sql.includes('?') ? [spoilt] : []));
  const deliveries = createDeliveries(services);
  let states: unknown[] = [];
  const statements = await recordStatements(services, async () => {
    states = await Promise.all([spoilt, ...others].map((id) => deliverOne(id, deliveries).catch(() => null)));
  });
  expect(states).toEqual([state, ...times(19, 'published')]);
  expect(await postsOf([spoilt, ...others])).toEqual([0, ...times(19, 1)]);
  expect(claimsThatBegan(statements)).toBeLessThanOrEqual(mostClaims);
});

it('sends as many as there are credits for, each once', async () => {
  const { accountId, services, queue, deliverAll, postsOf, ledger } = await arrange();
  await services.orm.em.fork().execute(`update credit_balances set available = 5 where account_id = ? and bucket = 'pack'`, [accountId]);
  const ids = await queue(8);
  const states = await deliverAll(ids);
  expect(states.filter((state) => state === 'published')).toHaveLength(5);
  expect((await postsOf(ids)).reduce((sum, each) => sum + each)).toBe(5);
  const pack = (await readBalances(contextFor(services), accountId)).find(({ bucket }) => bucket === 'pack');
  expect(pack).toMatchObject({ available: 0, held: 0 });
  expect(await ledger()).toMatchObject({ holds: 6 });
});

it('publishes no more of a grant in a month than its limit', async () => {
  const { queue, deliverAll } = await arrange(undefined, { grant: { creditsPerMonth: 4 } });
  const states = await deliverAll(await queue(8));
  expect(states.filter((state) => state === 'published')).toHaveLength(3);
});

it('holds the posts of a paused workspace, and sends those of others', async () => {
  const { services, queue, queueOn, deliverAll, postsOf } = await arrange();
  const paused = await givenStage(services);
  const [own, theirs] = [await queue(3), await queueOn(paused, 2)];
  await services.orm.em.fork().execute('update workspaces set paused_at = now() where id = ?', [paused.workspaceId]);
  await deliverAll([...theirs, ...own]);
  expect(await postsOf([...theirs, ...own])).toEqual([0, 0, 1, 1, 1]);
});

it('skips a locked draft, and sends the others meanwhile', async () => {
  const { services, queue, deliverOne, postsOf, publicationOf, jobOf } = await arrange();
  const [held = '', ...others] = await queue(6);
  const { draftId } = await jobOf((await publicationOf(held)).jobId);
  const deliveries = createDeliveries(services);
  const late = await services.orm.em.fork().transactional(async (em) => {
    await em.execute('select id from drafts where id = ? for update', [draftId]);
    const first = deliverOne(held, deliveries);
    expect(await Promise.all(others.map((id) => deliverOne(id, deliveries)))).toEqual(times(5, 'published'));
    return { first };
  });
  expect(await late.first).toBe('published');
  expect(await postsOf([held, ...others])).toEqual(times(6, 1));
});

it('creates one post of each if two workers take the same twenty, one of them in another order', async () => {
  const { queue, deliverAll, postsOf, ledger } = await arrange();
  const ids = await queue(20);
  const answers = await Promise.all([deliverAll(ids), deliverAll(ids.toReversed()), deliverAll([...ids, ...ids])]);
  expect(answers.flat().filter((state) => state !== null)).toEqual(times(20, 'published'));
  expect(await postsOf(ids)).toEqual(times(20, 1));
  expect(await ledger()).toMatchObject({ isConsistent: true, problems: [], holds: 21 });
});

it('records nine quick ones next to one that hangs, and then that one', async () => {
  const answering = Promise.withResolvers<void>();
  let hung: string | null = null;
  const { queue, deliverOne, services, publicationOf, postsOf } = await arrange((sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      if (intent.id === hung) await answering.promise;
      return sandbox.publish(payload, credentials, intent, hooks);
    },
  }));
  const ids = await queue(10);
  [hung = ''] = ids;
  const deliveries = createDeliveries(services);
  const [slow, ...quick] = ids.map((id) => deliverOne(id, deliveries));
  expect(await Promise.all(quick)).toEqual(times(9, 'published'));
  expect((await publicationOf(ids[0] ?? '')).state).toBe('leased');
  answering.resolve();
  expect(await slow).toBe('published');
  expect(await postsOf(ids)).toEqual(times(10, 1));
});

it.each([
  ['has claimed them', 'leased', (_: Deliveries) => ({ markSent: () => new Promise<never>(() => {}) })],
  ['has sent them', 'sent', (_: Deliveries) => ({ record: () => new Promise<never>(() => {}) })],
] as const)('posts nothing twice if a worker dies once it %s', async (_name, state, dying) => {
  const { services, clock, queue, deliverOne, deliverAll, publicationOf, settle, postsOf, ledger } = await arrange();
  const ids = await queue(6);
  const deliveries = createDeliveries(services);
  for (const id of ids) void deliverOne(id, { ...deliveries, ...dying(deliveries) });
  const statesOf = () => Promise.all(ids.map(async (id) => (await publicationOf(id)).state));
  await vi.waitFor(async () => expect(await statesOf()).toEqual(times(6, state)), { timeout: 40_000, interval: 20 });
  if (state === 'sent') await vi.waitFor(async () => expect(await postsOf(ids)).toEqual(times(6, 1)), { timeout: 40_000, interval: 20 });
  clock.advance(13_000);
  expect(await expireLeases(services)).toBe(6);
  await deliverAll(ids);
  for (const id of ids) expect((await settle(id)).state).toBe('published');
  expect(await postsOf(ids)).toEqual(times(6, 1));
  expect(await ledger()).toMatchObject({ isConsistent: true, problems: [] });
});

it('lets the second of two attempts at one post send, and not the first, whose lease expired', async () => {
  const { services, clock, queue } = await arrange();
  const [id = ''] = await queue(1);
  const deliveries = createDeliveries(services);
  const claimAgain = async () => deliveries.claim({ id, draftId: (await deliveries.find(id))?.draftId ?? '' });
  const first = await claimAgain();
  clock.advance(13_000);
  await expireLeases(services);
  const second = await claimAgain();
  if (!first || !second || typeof first === 'string' || typeof second === 'string') throw new Error('Both are to be claimed.');
  expect(await Promise.all([first, second].map((claim) => deliveries.markSent({ claim, learned: {} })))).toEqual([false, true]);
});
