import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { givenAudit, linksOf } from '../testing/audit.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { tamper } from '../testing/tamper.ts';
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
    head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/),
    first_bad: null,
  });

  // An older copy of everything, put back, is known by what was printed.
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
