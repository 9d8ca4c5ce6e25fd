import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ZipFile } from 'yazl';
import { Account } from '../access/account.entity.ts';
import type { Actor } from '../access/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context, Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { ROW_POLICIES } from '../db/row-security/policies.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { tables } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import { storedParts } from '../media/media-store.ts';
import { endingOf } from '../platforms/images.ts';
import { VERSION } from '../server-folder.ts';

/** The column with the account of a row, or `session` if only row-level security selects the rows. */
type Belongs = 'account_id' | 'id' | 'session';

/**
 * The tables of an account's export, in the order of the file. The rows are read as an owner, so
 * row-level security decides what belongs to the account.
 */
export const EXPORTED: Readonly<Record<string, Belongs>> = {
  accounts: 'id',
  workspaces: 'account_id',
  users: 'session',
  memberships: 'account_id',
  invitations: 'account_id',
  agents: 'account_id',
  grants: 'account_id',
  api_keys: 'account_id',
  connections: 'account_id',
  webhook_endpoints: 'account_id',
  webhook_deliveries: 'account_id',
  client_links: 'account_id',
  client_link_drafts: 'account_id',
  drafts: 'account_id',
  draft_authors: 'account_id',
  draft_templates: 'account_id',
  caption_sets: 'account_id',
  captions: 'account_id',
  media: 'account_id',
  renditions: 'account_id',
  account_storage: 'account_id',
  link_cards: 'account_id',
  mentions: 'account_id',
  payloads: 'account_id',
  approvals: 'account_id',
  approval_decisions: 'account_id',
  decision_signatures: 'account_id',
  standing_approvals: 'account_id',
  comments: 'account_id',
  safety_lifts: 'account_id',
  publish_jobs: 'account_id',
  publish_job_revisions: 'account_id',
  publications: 'account_id',
  attempts: 'account_id',
  settlements: 'account_id',
  retractions: 'account_id',
  first_comments: 'account_id',
  verifications: 'account_id',
  post_metrics: 'account_id',
  events: 'account_id',
  model_calls: 'account_id',
  moderation_answers: 'account_id',
  credit_balances: 'account_id',
  credit_holds: 'account_id',
  credit_entries: 'account_id',
  credit_orders: 'account_id',
  audit_entries: 'account_id',
  audit_links: 'account_id',
};

/** Columns with secrets or lookup keys of secrets, in any table. */
const SECRET = /^sealed_|^(?:token|key|code|state|link|address)_hash$|^client_key$/;

/** Whether a column is exported: no credentials, and no hash by which one is looked up. */
export function isExported(table: string, column: string): boolean {
  const policy = ROW_POLICIES[table];
  const hidden = policy && !('closed' in policy) ? (policy.hides ?? []) : [];
  return !hidden.includes(column) && !SECRET.test(column);
}

/** Rows per query. */
const PAGE = 500;

interface Shape {
  columns: string[];
  /** The primary key, which orders the pages. */
  key: string[];
}

/** The facts of one written file, for the index. */
interface Written {
  file: string;
  rows?: number;
  sha256: string;
}

/** An owner's view of only one account. */
function ownerOf(accountId: string): Extract<Actor, { kind: 'user' }> {
  return { kind: 'user', userId: '', sessionId: '', name: '', email: '', isOperator: false, roles: new Map([[accountId, 'owner']]) };
}

/**
 * Everything of an account as a ZIP archive: a file of JSON lines for each table, the pictures, and an index
 * with the number of rows and the SHA-256 of each file. Read in pages while it is sent, so neither its
 * size nor a slow reader uses memory or keeps a transaction open. The caller has authorised it; `mayRead`, called before
 * each page, throws once it may no longer be read.
 */
export function exportAccount(services: Services, accountId: string, mayRead: () => Promise<unknown> = async () => {}): Readable {
  const zip = new ZipFile();
  const written: Written[] = [];
  const fork = async () => {
    await mayRead();
    return forkFor(services.orm, ownerOf(accountId));
  };
  const add = (file: string, content: () => AsyncIterable<Buffer>): void => {
    zip.addReadStreamLazy(file, {}, (give) => {
      const source = Readable.from(content());
      source.once('error', (error) => (zip.outputStream as Readable).destroy(error));
      give(null, source);
    });
  };
  const compose = async (): Promise<void> => {
    const shapes = await shapesOf(await fork());
    for (const [table, belongs] of Object.entries(EXPORTED)) {
      const shape = shapes.get(table);
      if (!shape) throw new Error(`The table ${table} is not there.`);
      const file = `data/${table}.ndjson`;
      add(file, () => noted(written, file, rowsOf(fork, { table, shape, of: belongs === 'session' ? null : [belongs, accountId] })));
    }
    for (const { sha256, mime_type: type } of await picturesOf(await fork(), accountId)) {
      const file = `pictures/${sha256}.${endingOf(type)}`;
      add(file, () => noted(written, file, bytesOf(services, accountId, sha256, mayRead)));
    }
    const about = { format: 'countersign-account-export/1', service: services.config.publicUrl, version: VERSION, account_id: accountId };
    const index = () => ({ ...about, exported_at: services.clock.now().toISOString(), files: written });
    // Last, when every file has been read.
    add('index.json', async function* () {
      yield Buffer.from(`${JSON.stringify(index(), null, 2)}\n`);
    });
    zip.end();
  };
  compose().catch((error: Error) => (zip.outputStream as Readable).destroy(error));
  return zip.outputStream as Readable;
}

/** The exported columns and the primary key of every table. */
async function shapesOf(em: EntityManager): Promise<Map<string, Shape>> {
  const rows = await query<{ table: string; column: string; place: number | null }>(
    em,
    `select c.relname as "table", a.attname as "column", array_position(i.indkey::int2[], a.attnum) as place
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`,
  );
  const shapes = [...Map.groupBy(rows, ({ table }) => table)].map(([table, own]): [string, Shape] => [
    table,
    {
      columns: own.map(({ column }) => column).filter((column) => isExported(table, column)),
      key: own
        .filter(({ place }) => place !== null)
        .toSorted((a, b) => Number(a.place) - Number(b.place))
        .map(({ column }) => column),
    },
  ]);
  return new Map(shapes);
}

interface Rows {
  table: string;
  shape: Shape;
  /** The column and the id of the account; null if the session selects the rows. */
  of: [column: string, accountId: string] | null;
}

async function* rowsOf(fork: () => Promise<EntityManager>, { table, shape: { columns, key }, of }: Rows): AsyncGenerator<Buffer> {
  const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
  const condition = of ? `${of[0]} = $1` : 'true';
  const given = of ? [of[1]] : [];
  let last: (string | number)[] = [];
  for (;;) {
    const after = last.length > 0 ? `and (${listed(key)}) > (${last.map((_, place) => `$${given.length + place + 1}`).join(', ')})` : '';
    const rows = await query<{ row: Record<string, string | number> }>(
      await fork(),
      `select to_jsonb(r) as row from (
         select ${listed(columns)} from "${table}" where ${condition} ${after} order by ${listed(key)} limit ${PAGE}) r`,
      [...given, ...last],
    );
    if (rows.length > 0) yield Buffer.from(rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''));
    const end = rows.at(-1)?.row;
    if (!end || rows.length < PAGE) return;
    last = key.map((name) => end[name] ?? '');
  }
}

function picturesOf(em: EntityManager, accountId: string): Promise<{ sha256: string; mime_type: string }[]> {
  return query(
    em,
    tables.selectFrom('renditions').distinct().select(['sha256', 'mime_type']).where('account_id', '=', accountId).orderBy('sha256'),
  );
}

/** Empty if the bytes are missing from the store, which the index shows by the hash. */
async function* bytesOf({ media }: Services, accountId: string, sha256: string, mayRead: () => Promise<unknown>): AsyncGenerator<Buffer> {
  await mayRead();
  for await (const part of storedParts(media, accountId, sha256)) yield part;
}

/** Records a file's facts in the index once it was read completely. */
async function* noted(written: Written[], file: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let lines = 0;
  for await (const piece of content) {
    digest.update(piece);
    if (file.endsWith('.ndjson')) lines += piece.toString('utf8').split('\n').length - 1;
    yield piece;
  }
  written.push({ file, ...(file.endsWith('.ndjson') && { rows: lines }), sha256: digest.digest('hex') });
}

/** Records the export of the account's data, before it is sent. */
export async function noteExport(ctx: Context, accountId: string): Promise<void> {
  if (!(await ctx.em.count(Account, { id: accountId }))) throw new DomainError('not_found');
  await recordAudit(ctx, { accountId, action: 'account.exported', subjectId: accountId });
}
