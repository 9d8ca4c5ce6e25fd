import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { signLines } from '../audit/export-audit.ts';
import { createSealer } from '../sealing/sealer.ts';
import { createSealingKeys } from '../sealing/sealing-keys.ts';
import { givenAudit, linksOf } from '../testing/audit.ts';
import { tamper } from '../testing/database/tamper.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import { runCommand } from './run-command.ts';

const MASTER_KEY = randomBytes(32);
const dataDir = mkdtempSync(join(tmpdir(), 'countersign-audit-cli-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const database = useTestDatabase();

const settings = () => ({ DATABASE_URL: database.url, MASTER_KEY: MASTER_KEY.toString('base64'), DATA_DIR: dataDir });
const verify = (...args: string[]) => runCommand(['audit', 'verify', ...args, '--json'], settings());

it('verifies the whole log or one account, and fails naming the first bad row', async () => {
  const services = createTestServices(database, { config: testConfig(database, { masterKey: MASTER_KEY }) });
  const { accountId } = await givenWorkspace(services);
  await givenAudit(services, accountId, 3);
  await givenAudit(services, null, 2);

  const whole = await verify();
  expect(whole).toMatchObject({ code: 0 });
  expect(JSON.parse(whole.stdout)).toEqual({
    consistent: true,
    entries: 5,
    sealed: 5,
    kept_from: null,
    head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/),
    first_bad: null,
  });

  // An older copy is detected with the printed checkpoint.
  const { head } = JSON.parse(whole.stdout);
  expect(await verify('--head', head)).toMatchObject({ code: 0 });
  expect(await verify('--head', `99:${head.split(':')[1]}`)).toMatchObject({ code: 1, stdout: '' });

  const [, second] = await linksOf(services, accountId);
  await tamper(database.orm, [['delete from audit_entries where id = ?', second?.entryId]]);
  const account = await verify('--account', accountId);
  expect(account).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(account.stderr)).toMatchObject({
    code: 'audit_tampered',
    detail: `Entry ${second?.entryId} was removed.`,
    first_bad: { account_id: accountId, seq: 2, audit_id: second?.entryId },
  });
});

it('verifies a downloaded log offline: genuine with the fetched key, unproven without, and refuses a changed one', async () => {
  const { signer } = createSealer(MASTER_KEY, createSealingKeys({ given: [] }));
  const entry = (seq: number) =>
    `${JSON.stringify({ audit_id: `aud_${seq}`, chain: { seq, prev_hash: `h${seq - 1}`, hash: `h${seq}` } })}\n`;
  async function* entries() {
    yield entry(1) + entry(2);
    yield entry(3);
  }
  const about = { service: 'https://posts.example.org', account_id: 'acc_1', filter: {}, exported_at: '2026-01-01T00:00:00Z' };
  let text = '';
  for await (const lines of signLines(entries(), signer, about)) text += lines;
  const [file, keys] = [join(dataDir, 'audit.ndjson'), join(dataDir, 'keys.json')];
  writeFileSync(file, text);
  writeFileSync(keys, JSON.stringify({ keys: [signer.publicKey] }));
  const check = (...args: string[]) => runCommand(['audit', 'verify-export', '--file', file, ...args, '--json'], {});

  expect(await check('--keys', keys)).toMatchObject({ code: 0 });
  const unproven = await check();
  expect([JSON.parse(unproven.stdout).verdict, process.exitCode]).toEqual(['unproven', 2]);
  process.exitCode = 0;
  writeFileSync(file, text.replace(entry(2), ''));
  expect(JSON.parse((await check('--keys', keys)).stderr)).toMatchObject({ code: 'audit_tampered' });
});
