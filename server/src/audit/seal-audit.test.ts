import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, it, vi } from 'vitest';
import { HOUR_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { givenAudit, linksOf } from '../testing/audit.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../testing/test-services.ts';
import { AuditEntry } from './audit.entities.ts';
import { recordAudit } from './record-audit.ts';
import { createAuditJob, lockChain, sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const database = useTestDatabase();

it('links committed entries, and gives a late commit a later position', async () => {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services);
  const write = (ctx: Context, subjectId: string) => recordAudit(ctx, { accountId, action: 'draft.created', subjectId });
  const [early, late] = [newId('drf'), newId('drf')];

  await inTransaction(contextFor(services), async (slow) => {
    await write(slow, late);
    // The account's other requests do not wait for the one that is still open, and neither does sealing.
    await inTransaction(contextFor(services), (quick) => write(quick, early));
    expect(await sealAudit(services)).toBe(1);
  });
  expect(await sealAudit(services)).toBe(1);

  const entries = await services.orm.em.fork().find(AuditEntry, { accountId }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ subjectId }) => subjectId)).toEqual([late, early]);
  expect((await linksOf(services, accountId)).map(({ entryId }) => entryId)).toEqual([entries[1]?.id, entries[0]?.id]);
  expect(await verifyAudit(contextFor(services), { accountId })).toEqual({
    isConsistent: true,
    sealed: 2,
    unsealed: 0,
    keptFrom: null,
    firstBad: null,
  });
});

it('links every entry once, with several workers sealing while requests write', async () => {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services);
  const writing = givenAudit(services, accountId, 600);
  let isWriting = true;
  const seal = async () => {
    while (isWriting) await sealAudit(services);
  };
  const sealing = [seal(), seal(), seal()];
  await writing;
  isWriting = false;
  await Promise.all(sealing);
  await Promise.all([1, 2, 3].map(() => sealAudit(services)));
  expect((await linksOf(services, accountId)).map(({ seq }) => seq)).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
  expect(await verifyAudit(contextFor(services), { accountId })).toMatchObject({ isConsistent: true, sealed: 600, unsealed: 0 });
});

/** The database ends a run that waits for a chain. */
async function endWhileItWaits(run: Promise<void>) {
  const broken = expect(run).rejects.toThrow();
  const waiting = `select pid from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`;
  await expect.poll(() => database.orm.em.fork().execute(waiting), { interval: 20 }).toHaveLength(1);
  await database.orm.em.fork().execute(`select pg_terminate_backend(pid) from (${waiting}) held`);
  await broken;
}

it.each([
  ['was killed', 3],
  ['failed', 6],
])('links all that a run left that %s, however old it is', async (how, hours) => {
  const services = createTestServices(database);
  const [first, second] = [(await givenWorkspace(services)).accountId, (await givenWorkspace(services)).accountId];
  const job = createAuditJob();
  await job(services);
  await givenAudit(services, second, 2);
  // Ids only grow, so the others are of the future.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
  await givenAudit(services, first, 2);
  vi.useRealTimers();
  await database.orm.em.fork().transactional(async (em) => {
    await lockChain(em as EntityManager, second);
    await endWhileItWaits(job(services));
  });
  await (how === 'failed' ? job : createAuditJob())(services);
  for (const accountId of [first, second])
    expect(await verifyAudit(contextFor(services), { accountId })).toMatchObject({ isConsistent: true, sealed: 2, unsealed: 0 });
});

it('seals new entries although the whole log cannot be read, and tries that again after an hour', async () => {
  const clock = createFixedClock();
  const services = createTestServices(database, { clock });
  const accountOf = async () => (await givenWorkspace(services)).accountId;
  const [first, old, last] = [await accountOf(), await accountOf(), await accountOf()];
  await sealAudit(services, { everything: true });
  const sealedOf = async (accountId: string) => (await linksOf(services, accountId)).length;
  const job = createAuditJob();
  await givenAudit(services, old, 2);
  await database.orm.em.fork().transactional(async (em) => {
    await lockChain(em as EntityManager, old);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * HOUR_MS });
    await givenAudit(services, first, 2);
    vi.useRealTimers();
    await endWhileItWaits(job(services));
    await givenAudit(services, last, 2);
    await endWhileItWaits(job(services));
    expect(await sealedOf(last)).toBe(2);
    await givenAudit(services, last, 1);
    await job(services);
    expect([await sealedOf(last), await sealedOf(old)]).toEqual([3, 0]);
  });
  clock.advance(HOUR_MS);
  await job(services);
  expect(await sealedOf(old)).toBe(2);
});

it('counts unlinked entries, which are not a fault', async () => {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services);
  await givenAudit(services, accountId, 2);
  expect(await verifyAudit(contextFor(services), { accountId })).toEqual({
    isConsistent: true,
    sealed: 0,
    unsealed: 2,
    keptFrom: null,
    firstBad: null,
  });
});

it.each([
  ['changes an entry', `update audit_entries set action = 'x'`],
  ['removes an entry', 'delete from audit_entries'],
  ['empties the log', 'truncate audit_entries'],
  ['changes a link', `update audit_links set hash = 'x'`],
  ['removes a link', 'delete from audit_links'],
  ['empties the chains', 'truncate audit_links'],
  ['moves the end of a chain back', 'update audit_heads set seq = seq - 1'],
  ['removes the end of a chain', 'delete from audit_heads'],
  ['empties the ends', 'truncate audit_heads'],
])('the tables refuse anyone who %s', async (_what, statement) => {
  const services = createTestServices(database);
  await givenAudit(services, null, 1);
  await sealAudit(services);
  await expect(services.orm.em.fork().execute(statement)).rejects.toThrow(/append-only|only goes forward/);
});
