import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context, Services } from '../../context.ts';
import { workThrough } from '../../db/database-faults.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordEvent } from '../../events/record-event.ts';
import { newId } from '../../new-id.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { compareFields, type Difference, type ReadBack, unreadParts } from '../../platforms/platform/read-back.ts';
import { callAboutPost } from '../call-about-post.ts';
import { newestOf, type PostRow, publicationsOfPost } from '../jobs/post-queries.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { Retraction } from '../retraction.entity.ts';
import { nextVerification, Verification, type VerificationResult } from '../verification.entity.ts';
import { pausedAccount, takeReading } from './read-due-metrics.ts';

/** Limits of one run of a process. */
const MOST = 100;
const AT_ONCE = 5;

/**
 * Reads published posts that are due back, and compares them with what was signed. Safe in many workers at
 * once. Returns the number of posts read.
 */
export async function readBackDuePosts(services: Services): Promise<number> {
  const due = await inTransaction(systemContext(services), takeDue);
  await workThrough(services.log, due, { atOnce: AT_ONCE, failure: 'a post could not be read back' }, (id) => verifyPost(services, id));
  return due.length;
}

/** The next time is set before the reading: if this process dies, the post is read at that time. */
async function takeDue(tx: Context): Promise<string[]> {
  const now = tx.clock.now();
  const due = await query(
    tx.em,
    tables
      .selectFrom('publications')
      .select(['id', 'published_at'])
      .where('verify_at', '<=', now)
      .where(({ not, exists }) => not(exists(pausedAccount(now))))
      .orderBy('verify_at')
      .limit(MOST)
      .forUpdate()
      .skipLocked()
      .$narrowType<{ published_at: Date }>(),
  );
  const next = due.map(({ id, published_at: at }) => ({ id, verify_at: nextVerification(new Date(at), now)?.toISOString() ?? null }));
  const rows = sql<{ id: string; verify_at: Date | null }>`json_to_recordset(${JSON.stringify(next)}::json)`;
  await query(
    tx.em,
    tables
      .updateTable('publications as p')
      .from(rows.as<'n'>(sql`n (id text, verify_at timestamptz)`))
      .set(({ ref }) => ({ verify_at: ref('n.verify_at') }))
      .whereRef('p.id', '=', 'n.id'),
  );
  return due.map(({ id }) => id);
}

async function verifyPost(services: Services, publicationId: string): Promise<void> {
  const publication = await services.orm.em.fork().findOneOrFail(Publication, publicationId);
  if (publication.state !== 'published') return;
  const isFree = await inTransaction(systemContext(services), async (tx) => {
    const verifyAt = await takeReading(tx, 'read back', publication);
    if (verifyAt) await tx.em.nativeUpdate(Publication, { id: publicationId }, { verifyAt });
    return verifyAt === null;
  });
  if (!isFree) return;
  const call = await callAboutPost(services, publication, 'readBack');
  if (call.kind === 'unsupported') return;
  const found: ReadBack = call.kind === 'answered' ? call.answer : { ...call, kind: 'unreadable' };
  await inTransaction(systemContext(services), (tx) => recordReading(tx, publicationId, found));
}

/** Events are recorded only for changes: a post that differs in the same way for a month is reported once. */
async function recordReading(tx: Context, publicationId: string, found: ReadBack): Promise<void> {
  const publication = await tx.em.findOneOrFail(Publication, publicationId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Its account was erased meanwhile.
  if (!publication.providerId) return;
  const differences = found.kind === 'found' ? compareFields(found.signed, found.published) : [];
  const result = resultOf(found, differences.length > 0);
  const post = await publicationsOfPost(tx.em, publicationId);
  if (result === 'different' && isBeingEdited(post, publicationId)) return;
  const [before] = await tx.em.find(Verification, { publicationId, result: { $ne: 'unreadable' } }, { orderBy: { id: 'desc' }, limit: 1 });
  const { accountId, workspaceId } = publication;
  tx.em.create(Verification, {
    id: newId('ver'),
    accountId,
    workspaceId,
    publicationId,
    result,
    seenBy: found.kind === 'unreadable' ? null : found.seenBy,
    differences,
    ...(found.kind === 'found' ? await extentOf(tx, publication.payloadId, found) : { compared: null, notReadable: null }),
    message: found.kind === 'unreadable' ? found.message : null,
    createdAt: tx.clock.now(),
  });
  await tx.em.flush();
  const news = newsOf({ result, differences }, before);
  if (news.length === 0 || (result === 'gone' && (await isRemovalAsked(tx, post)))) return;
  for (const each of news) await recordNews(tx, publication, each, differences);
}

/** What a reading compared, and what of the signed content the network did not report. */
async function extentOf(
  tx: Context,
  payloadId: string,
  { signed, published }: Extract<ReadBack, { kind: 'found' }>,
): Promise<Pick<Verification, 'compared' | 'notReadable'>> {
  const { post, preview } = await tx.em.findOneOrFail(Payload, payloadId);
  const isThere = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0';
  const compared = Object.keys(signed).filter((field) => isThere(signed[field]) || isThere(published[field]));
  return { compared, notReadable: post ? unreadParts(post, preview, signed) : null };
}

type News = 'different' | 'gone' | 'back';

/** What a reading reports that the last one did not. A post that is back may differ. */
function newsOf({ result, differences }: Pick<Verification, 'result' | 'differences'>, before: Verification | undefined): News[] {
  const isKnown = before?.result === result && isDeepStrictEqual(before.differences, differences);
  return [
    ...(before?.result === 'gone' && result !== 'gone' && result !== 'unreadable' ? ['back' as const] : []),
    ...((result === 'different' || result === 'gone') && !isKnown ? [result] : []),
  ];
}

/**
 * Whether the words of another publication may be those that were read: of an edit that is sent, or whose outcome is unknown, or
 * that was published meanwhile. Then the post is read at the next planned time, or as the edit.
 */
const isBeingEdited = (post: readonly PostRow[], publicationId: string): boolean =>
  newestOf(post)?.id !== publicationId || post.some(({ state }) => state === 'leased' || state === 'sent' || state === 'unknown');

async function recordNews(tx: Context, publication: Publication, news: News, differences: readonly Difference[]): Promise<void> {
  const { id: publicationId, accountId, workspaceId } = publication;
  const job = await tx.em.findOneOrFail(PublishJob, publication.jobId);
  recordEvent(tx, {
    type: `publication.${news}`,
    accountId,
    workspaceId,
    subjectId: publicationId,
    draftId: job.draftId,
    data: {
      job_id: job.id,
      platform: publication.platform,
      fields: differences.map(({ field }) => field).join(' '),
      url: publication.providerUrl ?? null,
    },
  });
  await recordAudit(tx, {
    accountId,
    action: `publication.${news}`,
    subjectId: publicationId,
    details: { jobId: job.id, platform: publication.platform, fields: differences.map(({ field }) => field) },
  });
}

/** Whether a person signed the removal of the post: it was removed by this service, or by hand where the network refused. */
async function isRemovalAsked(tx: Context, post: readonly PostRow[]): Promise<boolean> {
  const state = { $in: ['signed', 'removed', 'refused'] as const };
  return (await tx.em.count(Retraction, { publicationId: { $in: post.map(({ id }) => id) }, state })) > 0;
}

function resultOf({ kind }: ReadBack, isDifferent: boolean): VerificationResult {
  if (kind !== 'found') return kind;
  return isDifferent ? 'different' : 'as_signed';
}

/** The newest verification of each publication, by publication id. One query. */
export async function newestVerificationsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Verification>> {
  const all = await verificationsOf(ctx, publicationIds);
  return new Map([...all].flatMap(([id, verifications]) => verifications.slice(-1).map((newest) => [id, newest] as const)));
}

/** All verifications by publication id, oldest first: at most one per scheduled time. One query. */
export async function verificationsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Verification[]>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await ctx.em.find(Verification, { publicationId: { $in: [...publicationIds] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(rows, ({ publicationId }) => publicationId);
}
