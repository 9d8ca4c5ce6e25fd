import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cutAudit } from '../audit/cut-audit.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { givenAudit } from '../testing/audit.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices, testConfig } from '../testing/test-services.ts';
import { runCommand } from './run-command.ts';

const MASTER_KEY = randomBytes(32);
const dataDir = mkdtempSync(join(tmpdir(), 'countersign-retention-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const database = useTestDatabase();

async function cs(...args: string[]) {
  const key = MASTER_KEY.toString('base64');
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: key, KEEP_MONTHS: 'audit=24' };
  const { stdout, stderr } = await runCommand([...args, '--json'], settings);
  return JSON.parse(stdout || stderr);
}

it('shows the retention and the largest tables, and drops older data', async () => {
  expect(await cs('retention', 'apply')).toEqual({ dropped: { audit: 0 } });
  const { kept, tables } = await cs('retention', 'show');
  expect(kept).toContainEqual({ kind: 'audit', months: 24, kept_from: expect.stringMatching(/-01T00:00:00.000Z$/) });
  expect(tables[0]).toEqual({ table: expect.any(String), rows: expect.any(Number), bytes: expect.any(Number) });
});

it('ignores a checkpoint from before the kept part', async () => {
  const services = createTestServices(database, { config: testConfig(database, { masterKey: MASTER_KEY }) });
  const { accountId } = await givenWorkspace(services);
  for (let round = 0; round < 3; round += 1) {
    await givenAudit(services, accountId, 1);
    await sealAudit(services);
  }
  await cutAudit(contextFor(services), { keptFrom: new Date(Date.now() + 1_000), most: 1e6, archive: null });
  expect((await cs('audit', 'verify', '--head', `1:${'0'.repeat(64)}`)).detail).toContain('deleted by retention');
});
