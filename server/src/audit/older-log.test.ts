import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { createLog } from '../log.ts';
import { givenAudit } from '../testing/audit.ts';
import { rememberAudit, tamper } from '../testing/database/tamper.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { createCheckpoint, type RollHead } from './checkpoint.ts';
import { adoptAudit, createAuditJob, sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const database = useTestDatabase();
let folder: string;
let services: Services;
let lines: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-audit-'));
  lines = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  services = createTestServices(database, { log });
  services.checkpoint = createCheckpoint(join(folder, 'audit.head'), services.sealer);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const verify = async (remembered: RollHead | null) => verifyAudit(contextFor(services), { remembered: remembered ? [remembered] : [] });

it('an older copy of the whole log is detected, is not continued, and only the operator can accept it', async () => {
  const { accountId } = await givenWorkspace(services);
  await givenAudit(services, accountId, 5);
  await sealAudit(services);
  const putBack = await rememberAudit(database.orm);
  await givenAudit(services, accountId, 5);
  await sealAudit(services);
  const kept = await services.checkpoint.read();
  expect(await verify(kept)).toMatchObject({ isConsistent: true });

  await putBack();
  // The copy is valid by itself: only the external checkpoint reveals it.
  expect(await verify(null)).toMatchObject({ isConsistent: true });
  expect((await verify(kept)).firstBad?.message).toContain('ends before this machine’s checkpoint');
  await givenAudit(services, accountId, 1);
  expect(await sealAudit(services)).toBe(0);
  expect(lines.filter((line) => line.includes('"event":"audit_tampered"'))).toHaveLength(1);

  expect(await adoptAudit(contextFor(services, { kind: 'operator' }))).toMatchObject({ from: kept, to: { seq: 1 } });
  expect(await verify(await services.checkpoint.read())).toMatchObject({ isConsistent: true, unsealed: 0 });
  // The earlier checkpoint still detects it.
  expect((await verify(kept)).isConsistent).toBe(false);
});

it('leaves the truncated log of one account unchanged, and continues the others', async () => {
  const [cut, other] = [await givenWorkspace(services), await givenWorkspace(services)];
  for (const { accountId } of [cut, other]) await givenAudit(services, accountId, 3);
  await sealAudit(services);
  const restore = await rememberAudit(database.orm);
  await tamper(database.orm, [
    ['delete from audit_links where account_id = ?', cut.accountId],
    ['delete from audit_heads where account_id = ?', cut.accountId],
    ['delete from audit_entries where account_id = ?', cut.accountId],
  ]);
  for (const { accountId } of [cut, other]) await givenAudit(services, accountId, 2);
  expect(await sealAudit(services)).toBe(2);
  expect((await verifyAudit(contextFor(services))).firstBad).toMatchObject({ accountId: cut.accountId, seq: 1 });
  expect(lines.at(-1)).toContain(cut.accountId);
  await restore();
});

it('the rollup chain loses no position', async () => {
  const restore = await rememberAudit(database.orm);
  await tamper(database.orm, [['delete from audit_rolls where seq = 1']]);
  expect((await verifyAudit(contextFor(services))).firstBad?.message).toBe('Place 1 of the record of all logs was changed or removed.');
  await restore();
});

it('writes the checkpoint into the operator’s log once a day', async () => {
  const job = createAuditJob();
  const heads = () => lines.filter((line) => line.includes('"event":"audit_head"')).map((line) => JSON.parse(line).head);
  await job(services);
  await job(services);
  const kept = await services.checkpoint.read();
  expect(heads()).toEqual([`${kept?.seq}:${kept?.hash}`]);
});

it('rejects a changed checkpoint outside the database', async () => {
  const path = join(folder, 'audit.head');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^\d+/, '1'));
  await expect(services.checkpoint.read()).rejects.toThrow('not as this service wrote it');
  await writeFile(path, text);
});
