import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { addCredits } from '../credits/add-credits.ts';
import { inTransaction } from '../db/transaction.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { runCommand } from './run-command.ts';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'cs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds no fault in a ledger that changes while it is verified', async () => {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services);
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    MASTER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'https://posts.example.org',
  };
  const { verified } = await inTransaction(contextFor(services, { kind: 'operator' }), async (tx) => {
    await tx.em.execute('lock table credit_balances in access exclusive mode');
    const verified = runCommand(['credits', 'verify', '--account', accountId, '--json'], settings);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%credit_balances%' and datname = current_database()`;
    await expect.poll(async () => (await services.orm.em.fork().execute(waiting)).length, { interval: 20, timeout: 30_000 }).toBe(1);
    await addCredits(tx, { accountId, product: 'api_publication_pack', quantity: 1 });
    return { verified };
  });
  expect(await verified).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('"consistent":true') });
});
