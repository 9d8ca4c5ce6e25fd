import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { ROW_POLICIES } from '../db/row-security/policies.ts';
import { givenUser } from '../testing/factories.ts';
import { useGraphql } from '../testing/graphql.ts';
import { type Everything, givenEverything } from '../testing/matrix/everything.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { EXPORTED, isExported } from './export-account.ts';

/** Tables that requests can read and that are not exported, with the reason. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  audit_heads: 'Checkpoints of the audit log, which the exported log proves.',
  audit_rolls: 'Checkpoints of the audit log, which the exported log proves.',
  audit_cuts: 'Checkpoints of the audit log, which the exported log proves.',
  connect_requests: 'Sign-ins at a platform that are under way.',
  event_heads: 'A counter.',
  grant_requests: 'Requests for access that are under way.',
  idempotency_keys: 'Answers kept for a day, for repeated requests.',
  mails: 'Sent messages, encrypted and write-only for requests.',
  notice_chats: 'Belongs to a person, not to the account.',
  notice_settings: 'Belongs to a person, not to the account.',
  notices: 'Belong to a person; each repeats an event of the account.',
  passkeys: 'Belong to a person.',
  push_devices: 'Belong to a person.',
  recovery_codes: 'Belong to a person.',
  sandbox_posts: 'Posts of the sandbox, whose content the payloads hold.',
  sessions: 'Belong to a person.',
  sign_in_steps: 'Belong to a person.',
  totp_secrets: 'Belong to a person.',
  unread_events: 'A reader’s place in the events.',
  webauthn_challenges: 'Belong to a session.',
  launch_steps: 'Belong to the service.',
  platform_surcharges: 'Belong to the service.',
  service_keys: 'Belong to the service.',
  service_switches: 'Belong to the service.',
  oauth_clients: 'Belong to the service.',
};

const database = useTestDatabase();
const graphql = useGraphql(database);
let own: Everything;
let foreign: Everything;
beforeAll(async () => {
  own = await givenEverything(database);
  foreign = await givenEverything(database);
});

const fetchExport = async (role: 'owner' | 'approver' = 'owner', isFresh = true) =>
  graphql.app.inject({
    url: '/api/account/export',
    headers: graphql.browserOf(await givenUser(graphql.services, own.workspace.accountId, { role, isFresh })),
    query: { workspace_id: own.workspace.id },
  });

/** The files of an archive, by name. */
async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const zip = (await promisify(fromBuffer as never)(bytes, { lazyEntries: true } as never)) as unknown as ZipFile;
  const files = new Map<string, string>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        stream.setEncoding('latin1');
        text(stream).then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
      }),
    );
    zip.on('end', () => resolve(files));
    zip.on('error', reject);
    zip.readEntry();
  });
}

describe('the export of an account', () => {
  it('contains a file for each table, the pictures, and an index with their hashes', async () => {
    const answer = await fetchExport();
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const files = await unpack(answer.rawPayload);
    const index = JSON.parse(files.get('index.json') ?? '');
    expect(index).toMatchObject({ format: 'countersign-account-export/1', account_id: own.workspace.accountId });
    for (const table of Object.keys(EXPORTED)) expect([...files.keys()]).toContain(`data/${table}.ndjson`);
    for (const { file, sha256 } of index.files)
      expect({
        file,
        sha256: createHash('sha256')
          .update(Buffer.from(files.get(file) ?? '', 'latin1'))
          .digest('hex'),
      }).toEqual({ file, sha256 });
    expect(index.files).toHaveLength(files.size - 1);
    const drafts = (files.get('data/drafts.ndjson') ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(drafts.length).toBeGreaterThan(0);
    expect(drafts.every(({ account_id }) => account_id === own.workspace.accountId)).toBe(true);
  });

  it('contains no row of another account, and no secret', async () => {
    const content = [...(await unpack((await fetchExport()).rawPayload)).values()].join('\n');
    expect(content).not.toContain(foreign.workspace.accountId);
    expect(content).not.toContain(foreign.workspace.id);
    const em = database.orm.em.fork();
    const hidden = await em.execute<{ secret: string }[]>(
      `select password_hash as secret from users where password_hash is not null union all select key_hash from api_keys
         union all select encode(sealed_credentials::bytea, 'escape') from connections where sealed_credentials is not null`,
    );
    expect(hidden.length).toBeGreaterThan(2);
    for (const { secret } of hidden) expect(content).not.toContain(secret);
  });

  it('is for owners with a recent sign-in, and is audited', async () => {
    expect((await fetchExport('approver')).json()).toMatchObject({ code: 'insufficient_role' });
    expect((await fetchExport('owner', false)).json()).toMatchObject({ code: 'reauthentication_required' });
    await fetchExport();
    const em = database.orm.em.fork();
    const noted = await em.execute(`select 1 from audit_entries where action = 'account.exported' and account_id = ?`, [
      own.workspace.accountId,
    ]);
    expect(noted.length).toBeGreaterThan(0);
  });

  it('covers every table that a request can read, and every column that could be secret', async () => {
    const readable = Object.entries(ROW_POLICIES).flatMap(([table, policy]) => ('closed' in policy ? [] : [table]));
    expect([...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].sort()).toEqual(readable.sort());
    const columns = await database.orm.em
      .fork()
      .execute<{ table: string; column: string }[]>(
        `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
      );
    const suspicious = columns
      .filter(
        ({ table, column }) =>
          table in EXPORTED && isExported(table, column) && /sealed|token|secret|password|credential|_hash$/.test(column),
      )
      .map(({ table, column }) => `${table}.${column}`);
    // Hashes of content, which prove what was signed; a secret's expiry; token totals of a model; and a
    // passkey's public name.
    expect(suspicious.sort()).toEqual([
      'approval_decisions.content_hash',
      'approvals.content_hash',
      'audit_links.prev_hash',
      'decision_signatures.credential_id',
      'drafts.content_hash',
      'model_calls.input_tokens',
      'model_calls.output_tokens',
      'payloads.content_hash',
      'payloads.payload_hash',
      'payloads.rules_hash',
      'payloads.seen_hash',
      'payloads.text_hash',
      'publish_job_revisions.content_hash',
      'publish_jobs.content_hash',
      'retractions.content_hash',
      'safety_lifts.content_hash',
      'standing_approvals.template_hash',
      'webhook_endpoints.old_secret_until',
    ]);
  });
});
