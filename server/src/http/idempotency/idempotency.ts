import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import canonicalize from 'canonicalize';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { deleteInBatches } from '../../db/insert-rows.ts';
import { countChanged, query } from '../../db/reading/query.ts';
import { literal, type Places, prepared, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';

/** A response as it is sent: these bytes are stored, and sent again to a repeated request. */
export interface SerializedAnswer {
  status: number;
  body: string;
  isReplayed: boolean;
}

/** Identifies a repeated request. */
export interface RequestKey {
  grantId: string;
  key: string;
  /** SHA-256 of method, path and canonical body, in hex. */
  fingerprint: string;
}

const KEPT_MS = DAY_MS;

/** Another transaction stored its response between this one's read and its own write. */
class LostRace extends Error {}

/**
 * Runs `work` once for each Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07).
 *
 * The effect and its response are written by the same transaction. Whatever happens between the commit and the
 * response's last byte (a crash, a kill -9, a broken connection), the retry finds either both, and gets the first
 * response byte for byte, or neither, and starts over. A row written before the effect, or after its commit, would
 * leave a gap in which a crash makes the key lie.
 *
 * Only successes are stored: a refusal has changed nothing, so retrying costs nothing.
 */
export async function answerOnce<C extends Context>(
  ctx: C,
  requestKey: RequestKey | null,
  work: (tx: C) => Promise<SerializedAnswer>,
): Promise<SerializedAnswer> {
  if (!requestKey) return inTransaction(ctx, work);
  try {
    return await inTransaction(ctx, (tx) => replayOrRun(tx, requestKey, work));
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    // The winner has committed, so this read finds its response.
    return inTransaction(ctx, (tx) => replayOrRun(tx, requestKey, work));
  }
}

async function replayOrRun<C extends Context>(
  tx: C,
  requestKey: RequestKey,
  work: (tx: C) => Promise<SerializedAnswer>,
): Promise<SerializedAnswer> {
  const found = await lockAndFind(tx, requestKey);
  // A stored response is final, so a replay waits for no one, not even for another replay.
  const stored = storedAnswer(found, requestKey);
  if (stored) return stored;
  if (!found.is_locked) throw new DomainError('idempotency_in_flight');
  const answer = await work(tx);
  await store(tx, requestKey, answer);
  return answer;
}

const LOCK_AND_FIND = prepared(({ lock, grantId, key, since }: Places<{ lock: string; grantId: string; key: string; since: Date }>) =>
  tables
    .selectFrom(tables.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${lock}::bigint)`.as('is_locked')).as('l'))
    .leftJoin('idempotency_keys as k', (join) => join.on('k.grant_id', '=', grantId).on('k.key', '=', key).on('k.created_at', '>', since))
    .select(['l.is_locked', 'k.fingerprint', 'k.status', 'k.body']),
);

interface Stored {
  grantId: string;
  /** Null makes the database look both up. */
  accountId: string | null;
  workspaceId: string | null;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  now: Date;
  /** A response older than this is replaced. */
  oldest: Date;
}

const STORE = prepared(({ grantId, accountId, workspaceId, key, fingerprint, status, body, now, oldest }: Places<Stored>) =>
  tables
    .insertInto('idempotency_keys')
    .values({
      grant_id: grantId,
      account_id: sql<string>`${accountId}`,
      workspace_id: sql<string>`${workspaceId}`,
      key,
      fingerprint,
      status,
      body,
      created_at: now,
    })
    .onConflict((on) =>
      on
        .columns(['grant_id', 'key'])
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          status: ref('excluded.status'),
          body: ref('excluded.body'),
          created_at: ref('excluded.created_at'),
        }))
        .where('idempotency_keys.created_at', '<=', oldest),
    )
    .returning('key'),
);

interface Found {
  is_locked: boolean;
  fingerprint: string | null;
  status: number | null;
  body: string | null;
}

/**
 * Locks and reads in one round trip. The statement's snapshot is older than the lock, so the row of a transaction
 * that committed in between is not seen here; then the write below finds it and the whole transaction is rolled back
 * and run again.
 */
async function lockAndFind(ctx: Context, { grantId, key }: RequestKey): Promise<Found> {
  const [row] = await query(ctx.em, LOCK_AND_FIND({ lock: lockNumber(grantId, key), grantId, key, since: oldestKept(ctx) }));
  if (!row) throw new Error('The look for an idempotency key gave no row.');
  return row;
}

/** The response stored under the key, to check before slow work outside the transaction. */
export async function findStoredAnswer(ctx: Context, requestKey: RequestKey): Promise<SerializedAnswer | null> {
  const [row] = await query(
    ctx.em,
    tables
      .selectFrom('idempotency_keys')
      .select([literal(true).as('is_locked'), 'fingerprint', 'status', 'body'])
      .where('grant_id', '=', requestKey.grantId)
      .where('key', '=', requestKey.key)
      .where('created_at', '>', oldestKept(ctx)),
  );
  return row ? storedAnswer(row, requestKey) : null;
}

/**
 * Claims the key for a batch, whose entries have keys of their own, before the first entry: the same request resumes,
 * any other is refused. Throws `idempotency_key_reused`.
 */
export async function claimKey(ctx: Context, { grantId, key, fingerprint }: RequestKey): Promise<void> {
  const [accountId, workspaceId] = ownerOf(ctx);
  const claimed = await inTransaction(ctx, (tx) =>
    countChanged(
      tx.em,
      tables
        .insertInto('idempotency_keys')
        .values({
          grant_id: grantId,
          account_id: sql<string>`${accountId}`,
          workspace_id: sql<string>`${workspaceId}`,
          key,
          fingerprint,
          status: 200,
          body: '',
          created_at: ctx.clock.now(),
        })
        .onConflict((on) =>
          on
            .columns(['grant_id', 'key'])
            .doUpdateSet(({ ref }) => ({
              fingerprint: ref('excluded.fingerprint'),
              status: ref('excluded.status'),
              body: ref('excluded.body'),
              created_at: ref('excluded.created_at'),
            }))
            .where(({ eb, or, ref }) =>
              or([
                eb('idempotency_keys.created_at', '<=', oldestKept(ctx)),
                eb('idempotency_keys.fingerprint', '=', ref('excluded.fingerprint')),
              ]),
            ),
        ),
    ),
  );
  if (claimed === 0) throw new DomainError('idempotency_key_reused');
}

function storedAnswer(found: Found, { fingerprint }: RequestKey): SerializedAnswer | null {
  if (found.fingerprint === null || found.status === null || found.body === null) return null;
  if (found.fingerprint !== fingerprint) throw new DomainError('idempotency_key_reused');
  return { status: found.status, body: found.body, isReplayed: true };
}

async function store(ctx: Context, { grantId, key, fingerprint }: RequestKey, answer: SerializedAnswer): Promise<void> {
  const { status, body } = answer;
  const [accountId, workspaceId] = ownerOf(ctx);
  const row = { grantId, accountId, workspaceId, key, fingerprint, status, body, now: ctx.clock.now() };
  const stored = await query(ctx.em, STORE({ ...row, oldest: oldestKept(ctx) }));
  if (stored.length === 0) throw new LostRace('The idempotency key was stored by another request.');
}

/** The account and workspace of the grant; null makes the database look them up when another actor acts on its behalf. */
const ownerOf = ({ actor }: Context): [accountId: string | null, workspaceId: string | null] =>
  actor.kind === 'agent' ? [actor.accountId, actor.workspaceId] : [null, null];

const oldestKept = (ctx: Context): Date => new Date(ctx.clock.now().getTime() - KEPT_MS);

/** 64 bits of a hash: collisions are so rare that their price, a needless 409, does not matter. */
function lockNumber(grantId: string, key: string): string {
  return createHash('sha256').update(`idempotency\0${grantId}\0${key}`).digest().readBigInt64BE(0).toString();
}

/** Canonical JSON, independent of formatting and key order; the bytes if it is not JSON. */
function meaningOf({ body, rawBody }: FastifyRequest): string | Buffer {
  return (body === undefined ? undefined : canonicalize(body)) ?? rawBody ?? '';
}

/** The key in the header, quoted (RFC 8941) or bare; null if it is not sent. */
export function readKeyHeader(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = String(header);
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const key = quoted ?? text;
  const isHalfQuoted = quoted === undefined && text.startsWith('"');
  if (isHalfQuoted || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new DomainError('malformed_idempotency_key');
  return key;
}

/** The key and fingerprint of a REST request; null if it has no key. */
export function readRequestKey(request: FastifyRequest, grantId: string): RequestKey | null {
  const key = readKeyHeader(request.headers['idempotency-key']);
  if (key === null) return null;
  const fingerprint = createHash('sha256').update(`${request.method} ${request.url}\n`).update(meaningOf(request)).digest('hex');
  return { grantId, key, fingerprint };
}

/** Deletes expired keys; for the worker's scheduled task. Returns their number. */
export function purgeIdempotencyKeys(em: EntityManager, now: Date): Promise<number> {
  return deleteInBatches(em, { table: 'idempotency_keys', where: 'created_at <= ?', values: [new Date(now.getTime() - KEPT_MS)] });
}
