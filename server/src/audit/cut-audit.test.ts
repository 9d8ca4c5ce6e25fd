import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Services } from '../context.ts';
import { createOrm } from '../db/orm.ts';
import { givenAudit, linksOf } from '../testing/audit.ts';
import { rememberAudit, tamper } from '../testing/database/tamper.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { AuditEntry, AuditRoll } from './audit.entities.ts';
import { cutAudit } from './cut-audit.ts';
import { verifyExport } from './export-audit.ts';
import { sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const database = useTestDatabase();
let services: Services;
let accountId: string;
beforeEach(async () => {
  services = createTestServices(database);
  ({ accountId } = await givenWorkspace(services));
});

/** The next instant: later entries are younger. */
async function aMoment(): Promise<Date> {
  const moment = new Date(Date.now() + 1);
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(moment.getTime()), { interval: 1 });
  return moment;
}

/** A log with an older and a younger part. */
async function givenYears(older: number, younger: number): Promise<Date> {
  await givenAudit(services, accountId, older);
  await sealAudit(services);
  const between = await aMoment();
  await givenAudit(services, accountId, younger);
  await sealAudit(services);
  return between;
}

const cut = (keptFrom: Date, options: { most?: number; archive?: string } = {}) =>
  cutAudit(contextFor(services), { keptFrom, most: options.most ?? 1e6, archive: options.archive ?? null });
const verify = (account?: string | null) => verifyAudit(contextFor(services), account === undefined ? {} : { accountId: account });
const entries = (account: string | null = accountId) =>
  services.orm.em.fork().find(AuditEntry, { accountId: account }, { orderBy: { id: 'asc' } });

it('drops older entries, verifies the others from there on, and records it', async () => {
  const keptFrom = await givenYears(7, 5);
  const young = (await entries()).slice(7).map(({ id }) => id);

  await cut(keptFrom);
  expect(await verify(accountId)).toMatchObject({ isConsistent: true, sealed: 5, unsealed: 1, keptFrom });
  const left = await entries();
  expect(left.slice(0, 5).map(({ id }) => id)).toEqual(young);
  expect(left[5]).toMatchObject({ action: 'audit.cut', actorKind: 'system', details: { keptFrom: keptFrom.toISOString(), firstSeq: 1 } });

  await sealAudit(services);
  expect((await linksOf(services, accountId)).map(({ seq }) => seq)).toEqual([8, 9, 10, 11, 12, 13]);
  expect(await cut(keptFrom)).toBe(0);
  expect(await verify()).toMatchObject({ isConsistent: true });
  expect(await entries()).toHaveLength(6);
});

it('drops a log that is entirely older, and continues it', async () => {
  await givenYears(3, 0);
  await cut(await aMoment());
  await sealAudit(services);
  expect((await linksOf(services, accountId)).map(({ seq }) => seq)).toEqual([4]);
  await sealAudit(services);
  expect(await verify()).toMatchObject({ isConsistent: true, unsealed: 0 });
});

it('drops only rollups of dropped entries, and keeps an older checkpoint verifiable', async () => {
  const keptFrom = await givenYears(2, 2);
  const remembered = await services.checkpoint.read();
  await givenAudit(services, accountId, 1);
  await sealAudit(services);
  const rolls = () => services.orm.em.fork().count(AuditRoll, { accountId });
  const before = await rolls();
  await cut(keptFrom);
  expect(await rolls()).toBeLessThan(before);
  // Like a machine that was offline for long.
  await cut(await aMoment());
  await services.checkpoint.write(remembered);
  await givenAudit(services, accountId, 1);
  expect(await sealAudit(services)).toBeGreaterThan(0);
  const heads = remembered ? [remembered] : [];
  expect(await verifyAudit(contextFor(services), { remembered: heads })).toMatchObject({ isConsistent: true });
});

it('the database permits no other deletion', async () => {
  const keptFrom = await givenYears(3, 3);
  await cut(keptFrom);
  for (const table of ['audit_entries', 'audit_links', 'audit_rolls'])
    await expect(services.orm.em.fork().execute(`delete from ${table}`)).rejects.toThrow('is append-only');
  await expect(services.orm.em.fork().execute('delete from audit_cuts')).rejects.toThrow('only goes forward');
  await expect(services.orm.em.fork().execute('update audit_cuts set seq = seq - 1')).rejects.toThrow('only goes forward');
  expect(await entries()).toHaveLength(4);
});

it('detects entries that were removed as if dropped, with the database but without the key', async () => {
  const keptFrom = await givenYears(3, 4);
  await cut(keptFrom);
  await sealAudit(services);
  const restore = await rememberAudit(database.orm);
  const [first, second] = await linksOf(services, accountId);
  const away = (seq: number): [string, ...unknown[]][] => [
    ['delete from audit_entries where id in (select entry_id from audit_links where account_id = ? and seq <= ?)', accountId, seq],
    ['delete from audit_links where account_id = ? and seq <= ?', accountId, seq],
  ];
  const edits: [[string, ...unknown[]][], string][] = [
    [away(4), 'Link 4 is missing.'],
    [
      [...away(5), ['update audit_cuts set seq = 5, hash = ? where account_id = ?', second?.hash, accountId]],
      'The record of what was dropped of the log was changed.',
    ],
    [
      [['update audit_cuts set kept_from = now() where account_id = ?', accountId]],
      'The record of what was dropped of the log was changed.',
    ],
    [[['delete from audit_cuts where account_id = ?', accountId]], 'Link 1 is missing.'],
    [[['update audit_entries set action = ? where id = ?', 'x.y', first?.entryId]], `Entry ${first?.entryId} was changed, or it was not`],
  ];
  for (const [statements, message] of edits) {
    await tamper(database.orm, statements);
    expect((await verify(accountId)).firstBad?.message).toContain(message);
    await restore();
  }
  expect(await verify()).toMatchObject({ isConsistent: true });
});

it('keeps a log with a fault unchanged, and drops the older entries of the others', async () => {
  const faulty = accountId;
  await givenAudit(services, faulty, 4);
  const other = (await givenWorkspace(services)).accountId;
  await givenAudit(services, other, 4);
  await sealAudit(services);
  await tamper(database.orm, [[`update audit_entries set details = '{}' where id = ?`, (await linksOf(services, faulty))[2]?.entryId]]);
  await cut(await aMoment());
  expect(await entries(faulty)).toHaveLength(4);
  expect(await entries(other)).toMatchObject([{ action: 'audit.cut' }]);
  expect((await verify()).firstBad).toMatchObject({ accountId: faulty, seq: 3 });
});

it('archives dropped entries first, in files that anyone can verify', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-archive-'));
  const keptFrom = await givenYears(1_100, 3);
  const old = (await entries()).slice(0, 1_100).map(({ id }) => id);
  await cut(keptFrom, { archive: folder });
  const found: string[] = [];
  for (const name of (await readdir(join(folder, accountId))).sort()) {
    const lines = (await readFile(join(folder, accountId, name), 'utf8')).trimEnd().split('\n');
    const asLines = (async function* () {
      yield* lines;
    })();
    expect(await verifyExport(asLines, [services.sealer.signer.publicKey])).toMatchObject({ verdict: 'genuine', accountId });
    found.push(...lines.slice(0, -1).map((line) => JSON.parse(line).audit_id));
  }
  expect(found.sort()).toEqual(old);
  // Entries that cannot be archived are not dropped.
  const later = await aMoment();
  await expect(cut(later, { archive: '/dev/null/nowhere' })).rejects.toThrow();
  expect(await verify(accountId)).toMatchObject({ isConsistent: true, sealed: 3 });
  await rm(folder, { recursive: true });
});

it('drops whole parts or nothing, wherever a run ends and with two concurrent runs', async () => {
  const keptFrom = await givenYears(2_600, 4);
  const young = (await entries()).slice(2_600).map(({ id }) => id);
  const orm = createOrm({ url: database.url, applicationName: 'cutting' });
  const cutOnce = () => cutAudit(contextFor({ ...services, orm }), { keptFrom, most: 900, archive: null });
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cutting'`;
  let lost = 0;
  let isDone = false;
  for (let ended = 0; !isDone; ended += 1) {
    const runs = Promise.allSettled([cutOnce(), cutOnce()]);
    // Ends a little later each time.
    for (let later = 0; ended < 8 && later < ended; later += 1) await services.orm.em.fork().execute('select 1');
    if (ended < 8) lost += (await services.orm.em.fork().execute<unknown[]>(end)).length;
    const counts = (await runs).map((run) => (run.status === 'fulfilled' ? run.value : null));
    expect(await verify(accountId)).toMatchObject({ isConsistent: true });
    isDone = counts.every((count) => count === 0);
  }
  const left = await entries();
  expect(left.filter(({ action }) => action !== 'audit.cut').map(({ id }) => id)).toEqual(young);
  expect(left.filter(({ action }) => action === 'audit.cut')).toHaveLength(1);
  expect(lost).toBeGreaterThan(0);
  await orm.close();
});
