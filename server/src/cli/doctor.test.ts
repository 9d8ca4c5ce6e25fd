import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { createDiskStore } from '../media/disk-store.ts';
import { warnOfMissingFile } from '../media/media-queries.ts';
import { Rendition } from '../media/rendition.entity.ts';
import { agentActor } from '../testing/actors.ts';
import { rememberAudit, tamper } from '../testing/database/tamper.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { givenPicture } from '../testing/pictures.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { startMailServer } from '../testing/servers/mail-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import type { Finding } from './doctor.ts';
import { runCommand } from './run-command.ts';

const MASTER_KEY = randomBytes(32);
const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'cs-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let services: Services;
let accountId: string;
beforeAll(async () => {
  services = createTestServices(database, { config: testConfig(database, { masterKey: MASTER_KEY }) });
  ({ accountId } = await givenWorkspace(services));
});

const settings = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  MASTER_KEY: MASTER_KEY.toString('base64'),
  PUBLIC_URL: 'http://127.0.0.1:9',
});

async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(['doctor'], { ...settings(), ...env });
  expect(stderr).toBe('');
  const { status, checks } = JSON.parse(stdout) as { status: string; checks: Finding[] };
  return { code, status, of: (name: string) => checks.filter(({ check }) => check === name), checks };
}

it('reports what works, and warns about what is not configured', async () => {
  const { code, status, of, checks } = await examine();
  // The tests' PostgreSQL runs without fsync, for speed.
  expect([code, status]).toEqual([1, 'problem']);
  expect(of('durability')).toMatchObject([{ status: 'problem', message: expect.stringContaining('fsync') }]);
  expect(of('version')).toMatchObject([{ status: 'ok', message: expect.stringMatching(/^Countersign \S+, Node \S+, PostgreSQL \d+/) }]);
  for (const name of ['clock', 'storage', 'audit log']) expect(of(name)).toMatchObject([{ status: 'ok' }]);
  expect(of('mail')).toMatchObject([{ status: 'warning', message: 'Email is not set up.' }]);
  expect(of('public address')).toMatchObject([
    { status: 'warning', message: expect.stringMatching(/cannot be reached from here: (?!fetch failed)/) },
  ]);
  // The file that was written to try the storage is gone again.
  expect(readdirSync(join(folder, 'media'))).toEqual([]);
  for (const { status, remedy } of checks) if (status !== 'ok') expect(remedy).not.toBe('');
});

it('signs in to the mail server, and reports its response', async () => {
  const server = await startMailServer();
  try {
    expect((await examine({ SMTP_URL: server.url, MAIL_FROM: 'posts@example.org' })).of('mail')).toMatchObject([{ status: 'ok' }]);
  } finally {
    await server.close();
  }
  const gone = await examine({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'posts@example.org' });
  expect([gone.code, gone.status]).toEqual([1, 'problem']);
  expect(gone.of('mail')).toMatchObject([{ status: 'problem', message: expect.stringContaining('ECONNREFUSED') }]);
});

it('names the setting of a database that cannot be reached', async () => {
  const { code, of } = await examine({ DATABASE_URL: 'postgresql://cs:hunter2@127.0.0.1:1/none' });
  expect(code).toBe(1);
  const [start] = of('start');
  expect(start?.message).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached .*Check DATABASE_URL\.$/);
});

it('finds that pictures were stored elsewhere', async () => {
  const { workspace } = await givenWorkspace(services);
  const { id: mediaId } = await givenPicture(services, await agentActor(services, workspace), workspace);
  expect((await examine()).of('storage')).toMatchObject([
    { status: 'problem', message: expect.stringContaining('DATA_DIR/media has no'), remedy: expect.stringContaining('MEDIA_BUCKET_URL') },
  ]);
  const store = createDiskStore(join(folder, 'media'));
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  await warnOfMissingFile({ ...services, media: store, log });
  expect(lines).toEqual([expect.stringContaining('copy them from where they were stored')]);
  for (const { accountId, sha256 } of await services.orm.em.fork().find(Rendition, { mediaId }))
    await store.put(accountId, sha256, Buffer.from('a picture'));
  expect((await examine()).of('storage')).toMatchObject([{ status: 'ok' }]);
});

it('warns about a proxy that is not configured', async () => {
  const { of } = await examine({ PUBLIC_URL: 'https://127.0.0.1:1' });
  expect(of('proxy')).toMatchObject([{ status: 'warning', message: expect.stringContaining('TRUSTED_PROXIES') }]);
  expect((await examine({ PUBLIC_URL: 'https://127.0.0.1:1', TRUSTED_PROXIES: '127.0.0.1' })).of('proxy')).toEqual([]);
});

it('names a misspelt setting', async () => {
  expect((await examine({ DATABSE_URL: 'x' })).of('settings')).toMatchObject([
    { message: expect.stringContaining('DATABSE_URL'), remedy: expect.stringContaining('restart') },
  ]);
});

it('fails with one problem where the service could not start at all', async () => {
  const { code, checks } = await examine({ DATABASE_URL: `postgresql://unknown@127.0.0.1:${await freePort()}/none` });
  expect(code).toBe(1);
  expect(checks).toMatchObject([{ check: 'start', status: 'problem' }]);
});

it('finds an audit log that is not the one of this machine’s checkpoint', async () => {
  expect(await runCommand(['audit', 'verify'], settings())).toMatchObject({ code: 0 });
  expect((await examine()).of('audit log')).toMatchObject([{ status: 'ok' }]);
  const putBack = await rememberAudit(database.orm);
  await tamper(database.orm, [["update audit_rolls set hash = repeat('0', 64)"]]);
  const { code, of } = await examine();
  const message = expect.stringMatching(/^The audit log differs from this machine’s checkpoint at position \d+\.$/);
  expect([code, of('audit log')]).toMatchObject([1, [{ status: 'problem', message, remedy: expect.stringContaining('backup') }]]);
  await putBack();
});

it('warns about a standby that is not used', async () => {
  const { of } = await examine({ DATABASE_READ_URL: database.url });
  expect(of('standby')).toMatchObject([{ status: 'warning', remedy: expect.stringContaining('DATABASE_READ_URL') }]);
  expect((await examine()).of('standby')).toEqual([]);
});

it('finds audit entries that no worker has linked', async () => {
  const pack = ['--product', 'api_publication_pack', '--quantity', '1'];
  expect(await runCommand(['credits', 'add', '--account', accountId, ...pack], settings())).toMatchObject({ code: 0 });
  await services.orm.em.fork().transactional(async (em) => {
    // Without the trigger that refuses changes.
    await em.execute('set local session_replication_role = replica');
    await em.execute(`update audit_entries set created_at = now() - interval '2 days'`);
  });
  const { code, of } = await examine();
  expect(code).toBe(1);
  expect(of('audit log')).toMatchObject([{ status: 'problem', message: expect.stringMatching(/^\d+ audit entries are not linked/) }]);
});
