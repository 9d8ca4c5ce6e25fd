import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp, ownContext } from '../../app.ts';
import { verifyAudit } from '../../audit/verify-audit.ts';
import { runCommand } from '../../cli/run-command.ts';
import { type Config, loadConfig } from '../../config/config.ts';
import { verifyLedger } from '../../credits/verify-ledger.ts';
import { buildEvidence } from '../../publishing/evidence/build-evidence.ts';
import { verifyEvidence } from '../../publishing/evidence/verify-evidence.ts';
import { createEmptyDatabase } from '../../testing/database/empty-database.ts';
import { givenInstallation } from '../../testing/installation.ts';
import { startWorker } from '../../worker/start-worker.ts';
import { MIGRATIONS, sinceBaseline } from './all.ts';

/**
 * Dumps of real installations, oldest first: each has a workspace with one post published, one due, one pending and one
 * rejected; those from 0.9 on also an account with everything that the release could store.
 */
const FIXTURES = globSync('*.sql.gz', { cwd: join(import.meta.dirname, 'fixtures') }).sort();
/** What the fixture of the next release will be. */
const TODAY = 'today';
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
/** Tables whose rows a start may add to or remove by age. */
const MOVING = ['attempt_windows', 'audit_entries', 'audit_heads', 'audit_links', 'migrations', 'sessions', 'setup_tokens'];

/** The workspace of the four posts, in SQL. */
const HARBOUR = `(select workspace_id from drafts where source_text = 'The night ferry runs again from Saturday.')`;

/** Tables that may be empty in a fixture: what is due hours or days later, and what a client or a new customer has begun. */
const MAY_BE_EMPTY = [
  ...['approval_reminders', 'approval_turns', 'client_codes', 'client_link_tokens', 'client_recalls', 'credit_alerts', 'launch_steps'],
  ...['notice_deliveries', 'sandbox_tries', 'service_matters', 'signups', 'stripe_events', 'weekly_summaries'],
];

/** An installation of the present code, which is closed again. */
async function writeInstallation(config: Config): Promise<void> {
  const app = await createApp(config);
  await givenInstallation(app.services);
  await app.close();
}

async function countRows(client: Pick<Client, 'query'>): Promise<Map<string, number>> {
  const { rows } = await client.query(`select table_name as name from information_schema.tables where table_schema = 'public'`);
  const counts = new Map<string, number>();
  for (const { name } of rows as { name: string }[]) {
    const counted = await client.query(`select count(*)::int as rows from "${name}"`);
    counts.set(name, (counted.rows[0] as { rows: number }).rows);
  }
  return counts;
}

describe.each([...FIXTURES, TODAY])('an installation of %s', (fixture) => {
  const folder = mkdtempSync(join(tmpdir(), 'cs-fixture-'));
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let before: Map<string, number>;
  let app: App;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    const config = loadConfig({ DATABASE_URL: database.url, DATA_DIR: folder, MASTER_KEY, LOG_LEVEL: 'silent', ROLE: 'worker' });
    if (fixture === TODAY) await writeInstallation(config);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    if (fixture !== TODAY) await client.query(gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', fixture))).toString('utf8'));
    before = await countRows(client);
    await client.end();
    app = await createApp(config);
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
    rmSync(folder, { recursive: true });
  });

  async function readRows<Row>(sql: string): Promise<Row[]> {
    return app.services.orm.em.fork().execute(sql) as Promise<Row[]>;
  }

  it('is migrated to the newest schema, and keeps every row', async () => {
    expect(await readRows('select name from migrations order by id')).toEqual(MIGRATIONS.map(({ name }) => ({ name })));
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const after = await countRows(client);
    await client.end();
    for (const table of MOVING) {
      before.delete(table);
      after.delete(table);
    }
    expect(before.get('drafts')).toBeGreaterThanOrEqual(4);
    expect(Object.fromEntries([...after].filter(([table]) => before.has(table)))).toEqual(Object.fromEntries(before));
  });

  if (fixture === TODAY)
    it('has a row in every table', () => {
      const empty = [...before].filter(([, rows]) => rows === 0).map(([table]) => table);
      expect(empty.sort()).toEqual(MAY_BE_EMPTY);
    });

  it('publishes the due post exactly once, with two workers', async () => {
    const workers = [await startWorker(app.services, app.queue), await startWorker(app.services, app.queue)];
    try {
      const states = () =>
        readRows<{ state: string; jobs: number }>(
          `select state, count(*)::int as jobs from publish_jobs where workspace_id = ${HARBOUR} group by 1 order by 1`,
        );
      await expect.poll(states, { timeout: 60_000 }).toEqual([
        { state: 'blocked', jobs: 1 },
        { state: 'cancelled', jobs: 1 },
        { state: 'published', jobs: 2 },
      ]);
      expect(
        await readRows(
          `select text from sandbox_posts where intent_id in (select id from publications where workspace_id = ${HARBOUR}) order by text`,
        ),
      ).toEqual([{ text: 'The night ferry runs again from Saturday.' }, { text: 'The pier opens on Friday at nine.' }]);
    } finally {
      for (const worker of workers) await worker.stop(5_000);
    }
  });

  it('verifies its audit log, ledger and evidence', async () => {
    const ctx = ownContext(app.services, { kind: 'operator' }, 'fixture');
    expect(await verifyAudit(ctx)).toMatchObject({ isConsistent: true });
    for (const { id } of await readRows<{ id: string }>('select id from accounts'))
      expect((await verifyLedger(ctx, id)).problems).toEqual([]);
    for (const { id } of await readRows<{ id: string }>(`select id from publish_jobs where state = 'published'`)) {
      const evidence = JSON.parse(JSON.stringify(await buildEvidence(ctx, id)));
      expect((await verifyEvidence(evidence, { keys: [app.services.sealer.signer.publicKey], passkeys: null })).verdict).toBe('genuine');
    }
  });
});

/** An installation of a release, changed and then started; `change` and `check` get its database. */
async function startAfter(fixture: string, change: (client: Client) => Promise<void>, check: (client: Client) => Promise<void>) {
  const database = await createEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'cs-fixture-'));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', fixture))).toString('utf8'));
  await change(client);
  const config = loadConfig({ DATABASE_URL: database.url, DATA_DIR: folder, MASTER_KEY, LOG_LEVEL: 'silent', ROLE: 'worker' });
  await (await createApp(config)).close();
  await check(client);
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
}

it('ends the first comments that 0.7 left waiting under posts that were cancelled, and no others', () =>
  startAfter(
    '0.7.sql.gz',
    async (client) => {
      await client.query(
        `insert into first_comments (id, account_id, workspace_id, publication_id, state, lease, attempts, created_at)
         select 'fcm_' || id, account_id, workspace_id, id, 'waiting', 0, 0, now() from publications`,
      );
    },
    async (client) => {
      const { rows } = await client.query(
        `select p.state as post, c.state, c.message, c.sentence ->> 'key' as key, c.ended_at is not null as ended
           from first_comments c join publications p on p.id = c.publication_id order by p.state collate "C", p.id`,
      );
      const message = 'The post failed or was cancelled.';
      const untouched = { state: 'waiting', message: null, key: null, ended: false };
      expect(rows).toEqual([
        { post: 'cancelled', state: 'failed', message, key: message, ended: true },
        { post: 'pending', ...untouched },
        { post: 'pending', ...untouched },
        { post: 'published', ...untouched },
      ]);
    },
  ));

it('erases accounts again that 0.7 erased, and no other', () =>
  startAfter(
    '0.7.sql.gz',
    async (client) => {
      await client.query(`insert into accounts select (jsonb_populate_record(a, '{"id": "acc_never_erased"}')).* from accounts a`);
      await client.query(`update accounts set state = 'suspended', erasing_at = now() where id <> 'acc_never_erased'`);
    },
    async (client) => {
      const { rows } = await client.query('select id, erase_at is not null as due from accounts order by id desc');
      expect(rows).toEqual([
        { id: 'acc_never_erased', due: false },
        { id: expect.any(String), due: true },
      ]);
    },
  ));

it('forgets a link that 0.6 stored as the id of a settled post, and knows which posts are gone', () => {
  const there = { link: 'https://social.example/1', left: 'The post is removed, but its first comment is not.' };
  return startAfter(
    '0.6.sql.gz',
    async (client) => {
      await client.query(`update publications set provider_id = $1, provider_url = $1, verify_at = now() where state = 'published'`, [
        there.link,
      ]);
      await client.query(
        `insert into settlements (id, account_id, publication_id, user_id, verdict, reason, evidence_url, created_at)
         select 'stl_1', p.account_id, p.id, u.id, 'published', 'It is there.', $1, now() from publications p, users u where p.state = 'published' limit 1`,
        [there.link],
      );
      await client.query(
        `insert into retractions (id, account_id, workspace_id, publication_id, state, content_hash, reason, decided_by, attempts, message, created_at)
         select kind.id, p.account_id, p.workspace_id, p.id, 'refused', 'hash', 'A mistake.', u.id, 1, kind.message, now()
           from publications p, users u, (values ('rtr_1', $1), ('rtr_2', 'The network refused it.')) kind (id, message) where p.state = 'published'`,
        [there.left],
      );
    },
    async (client) => {
      const { rows: posts } = await client.query(`select provider_id, provider_url, verify_at from publications where state = 'published'`);
      expect(posts).toEqual([{ provider_id: null, provider_url: there.link, verify_at: null }]);
      const { rows: removals } = await client.query('select id, is_post_gone from retractions order by id');
      expect(removals).toEqual([
        { id: 'rtr_1', is_post_gone: true },
        { id: 'rtr_2', is_post_gone: false },
      ]);
    },
  );
});

it('is not migrated by commands: a backup keeps its schema, the others say what to do', async () => {
  const database = await createEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'cs-fixture-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, MASTER_KEY };
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const empty = await runCommand(['doctor'], settings);
  expect([empty.code, JSON.parse(empty.stdout).checks.at(-1)]).toMatchObject([
    1,
    { check: 'start', message: expect.stringMatching(/no tables/) },
  ]);
  expect(await countRows(client)).toEqual(new Map());

  await client.query(gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', '0.7.sql.gz'))).toString('utf8'));
  const namesNow = async () => (await client.query('select name from migrations order by id')).rows.map(({ name }) => name);
  const names = await namesNow();
  const older = await runCommand(['account', 'list'], settings);
  expect([older.code, JSON.parse(older.stderr)]).toMatchObject([
    1,
    { detail: expect.stringContaining(MIGRATIONS.at(-1)?.name ?? ''), remedy: expect.stringContaining('start this version') },
  ]);
  const examined = await runCommand(['doctor'], settings);
  expect(JSON.parse(examined.stdout).checks.at(-1)).toMatchObject({
    check: 'start',
    remedy: expect.stringContaining('start this version'),
  });
  const to = join(folder, 'backup');
  expect(await runCommand(['backup', '--to', to], settings)).toMatchObject({ code: 0, stderr: '' });
  expect([await namesNow(), JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')).migrations]).toEqual([names, names]);
  await client.end();
  await database.drop();

  const other = await createEmptyDatabase();
  const restored = await runCommand(['restore', '--from', to], { ...settings, DATABASE_URL: other.url });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  await other.drop();
  rmSync(folder, { recursive: true });
});

it('has a fixture of each release, and one version in packages, chart and changelog', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8');
  const releases = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = '']) => version);
  const minors = releases.map((version) => version.replace(/\.\d+$/, ''));
  const fixtures = FIXTURES.map((name) => name.replace('.sql.gz', ''));
  expect(minors.filter((minor) => !fixtures.includes(minor))).toEqual([]);
  const chart = read('docs/deploy/helm/Chart.yaml');
  const versions = {
    package: JSON.parse(read('package.json')).version,
    server: JSON.parse(read('server/package.json')).version,
    console: JSON.parse(read('console/package.json')).version,
    e2e: JSON.parse(read('e2e/package.json')).version,
    chart: /^version: (\S+)$/m.exec(chart)?.[1],
    image: /^appVersion: "(\S+)"$/m.exec(chart)?.[1],
  };
  const [newest] = releases;
  expect(versions).toEqual({ package: newest, server: newest, console: newest, e2e: newest, chart: newest, image: newest });
});

it('refuses a schema that is older than the last one before 0.2.0', () => {
  expect(() => sinceBaseline(['0001-first-tables', '0002-oauth'])).toThrow(/ends at 0002-oauth/);
});

/**
 * Before a release, with an empty database on a server of pg_dump's version:
 * `WRITE_FIXTURE=0.8 FIXTURE_DATABASE_URL=postgres://… npm test -- server/src/db/migrations/release-fixtures.test.ts`.
 */
it.runIf(process.env.WRITE_FIXTURE)(
  'writes the fixture of a release',
  async () => {
    const url = process.env.FIXTURE_DATABASE_URL ?? '';
    const dataDir = mkdtempSync(join(tmpdir(), 'cs-fixture-'));
    await writeInstallation(loadConfig({ DATABASE_URL: url, DATA_DIR: dataDir, MASTER_KEY, LOG_LEVEL: 'silent', ROLE: 'worker' }));
    const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', url], { maxBuffer: 2 ** 30 }).toString('utf8');
    // Settings and commands that only the newest server and psql support.
    const statements = dump.replaceAll(
      /^(?:--.*|SET (?:transaction_timeout|default_\w+)\b.*|SELECT pg_catalog\.set_config.*|\\.*|COMMENT ON EXTENSION.*|CREATE EXTENSION.*)\n/gm,
      '',
    );
    writeFileSync(join(import.meta.dirname, `fixtures/${process.env.WRITE_FIXTURE}.sql.gz`), gzipSync(statements, { level: 9 }));
    rmSync(dataDir, { recursive: true });
  },
  120_000,
);
