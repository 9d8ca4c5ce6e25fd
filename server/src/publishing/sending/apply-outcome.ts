import { sql } from 'kysely';
import type { AuditAction } from '../../audit/audit-actions.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS } from '../../clock.ts';
import { markBroken } from '../../connections/check-due-connections.ts';
import { Connection, type RestReason } from '../../connections/connection.entity.ts';
import type { Context } from '../../context.ts';
import { releaseHolds, settleHolds } from '../../credits/credit-holds.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import type { LockedDraft } from '../../drafts/lock-draft.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { isOpened } from '../../outbound/address-policy.ts';
import type { JsonObject } from '../../platforms/platform.ts';
import { cancelPublications, endFirstComments } from '../jobs/end-job.ts';
import { recordPublicationEvent } from '../jobs/job-events.ts';
import { coverNewestContent, publicationsOfPost } from '../jobs/post-queries.ts';
import { movePublication, parkJob } from '../jobs/roll-up-job.ts';
import { nextMetricsMoment } from '../post-metric.entity.ts';
import { asFailure, Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { nextVerification } from '../verification.entity.ts';
import type { CallOutcome } from './attempt-types.ts';
import { isLimitOfDay, isTimeToGiveUp, retryDelayMs } from './retry-delay.ts';

/** The rows that an outcome changes. */
export interface OutcomeSubject {
  publication: Publication;
  job: PublishJob;
  draft: LockedDraft;
}

/** How soon after an unclear response the platform is first asked. */
const FIRST_QUESTION_MS = 1_000;

/** Applies the outcome of a call to the publication, its credits and its connection. The caller flushes. */
export async function applyOutcome(ctx: Context, subject: OutcomeSubject, outcome: CallOutcome): Promise<void> {
  switch (outcome.kind) {
    case 'published':
      return publish(ctx, subject, outcome);
    case 'rejected':
      return fail(ctx, subject, 'rejected', fromStoredMessage(outcome));
    case 'unauthorized':
      return blockConnection(ctx, subject, 'revoked', outcome);
    case 'unreadable':
      return blockConnection(ctx, subject, 'failing', outcome);
    case 'rate_limited':
    case 'unavailable':
      return tryLater(ctx, subject, outcome.kind, fromStoredMessage(outcome), outcome.retryAfterSeconds);
    case 'service_refused':
      return awaitService(ctx, subject, fromStoredMessage(outcome));
    case 'pending':
    case 'unknown':
      return leaveOpen(ctx, subject, outcome.kind, fromStoredMessage(outcome));
  }
}

/** A platform's data of a published post. */
export interface Post {
  /** Null where a person found the post, and its address has no id: it can be neither read nor removed from here. */
  providerId: string | null;
  url: string | null;
  /** Ids that the platform returned for the whole. */
  learned?: JsonObject;
}

/** Published: the credit is spent. */
export async function publish(ctx: Context, subject: OutcomeSubject, post: Post): Promise<void> {
  await notePublished(ctx, subject, post);
  await ctx.em.flush();
  if (subject.publication.credits > 0) await settleHolds(ctx, [subject.publication.id]);
}

/** Records that it was published and emits the events. The caller spends the credit. */
export async function notePublished(ctx: Context, { publication, job, draft }: OutcomeSubject, post: Post): Promise<void> {
  movePublication(publication, 'published');
  const publishedAt = ctx.clock.now();
  Object.assign(publication, { providerId: post.providerId, providerUrl: webAddressOf(ctx, post.url), publishedAt });
  const { intent } = publication;
  if (post.learned && intent) publication.intent = { ...intent, keys: { ...intent.keys, ...post.learned } };
  const platform = post.providerId ? ctx.platforms.get(publication.platform) : undefined;
  if (platform?.readBack) publication.verifyAt = nextVerification(publishedAt, publishedAt);
  // An edited post is read back as the edit, and its figures stay with the first publication.
  if (draft.editsPublicationId) await replaceEarlier(ctx, publication);
  else if (platform?.readMetrics) publication.metricsAt = nextMetricsMoment(publishedAt, publishedAt);
  Object.assign(publication, { nextAttemptAt: null, failureCode: null, failureMessage: null });
  recordPublicationEvent(ctx, job, publication);
  await audit(ctx, publication, 'publication.published', { jobId: job.id, providerId: post.providerId, attempts: publication.attempts });
}

/** An edit has the post's newest content: it alone is read back, and a removal that is not signed yet covers it. */
async function replaceEarlier(ctx: Context, publication: Publication): Promise<void> {
  const post = await publicationsOfPost(ctx.em, publication.id);
  const earlier = post.flatMap(({ id }) => (id === publication.id ? [] : [id]));
  await ctx.em.nativeUpdate(Publication, { id: { $in: earlier } }, { verifyAt: null });
  await coverNewestContent(ctx, post, publication);
}

/**
 * The public address of the post. It comes from the platform and becomes a link in the console, so only https
 * is accepted. Unencrypted addresses are limited to this service (the sandbox's page of a post) and the
 * operator's allowed hosts: compared as written, since no name is resolved within a transaction.
 */
export function webAddressOf({ config }: Context, address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  if (url?.protocol === 'https:') return address;
  if (url?.protocol !== 'http:') return null;
  const isOwn = url.origin === new URL(config.publicUrl).origin;
  return isOwn || isOpened(url, config.outbound) ? address : null;
}

/** Not published, and it will not be: the credit is refunded. */
export async function fail(ctx: Context, { publication, job }: OutcomeSubject, code: string, words: LocalizedMessage): Promise<void> {
  movePublication(publication, 'failed');
  Object.assign(publication, { nextAttemptAt: null, failureCode: code, ...asFailure(words) });
  recordPublicationEvent(ctx, job, publication);
  await endFirstComments(ctx, [publication]);
  await releaseHolds(ctx, [publication.id]);
  await audit(ctx, publication, 'publication.failed', { jobId: job.id, code, attempts: publication.attempts });
}

/** Nothing was published, and a retry may succeed: the same intent again, with its reservation. */
export async function tryLater(
  ctx: Context,
  subject: OutcomeSubject,
  code: string,
  words: LocalizedMessage,
  retryAfterSeconds: number | null,
): Promise<void> {
  const { publication } = subject;
  if (!(await freeForRetry(ctx, subject))) return;
  const now = ctx.clock.now();
  const fault = await faultOf(ctx, publication, code);
  if (isTimeToGiveUp(fault, isLimitOfDay(retryAfterSeconds), now)) {
    const minutes = Math.round((now.getTime() - fault.since.getTime()) / 60_000);
    return fail(ctx, subject, 'gave_up', say`Given up after ${fault.tries} tries in ${minutes} minutes: ${words}`);
  }
  const until = new Date(now.getTime() + retryDelayMs(fault.tries, retryAfterSeconds));
  if (code === 'rate_limited' && retryAfterSeconds !== null) await pauseConnection(ctx, publication, until, code);
  await putOff(ctx, publication, { until, code, words });
}

/**
 * The network refuses the service itself, which only its operator can fix: retries never end, and all other
 * publications of the connection wait too.
 */
async function awaitService(ctx: Context, subject: OutcomeSubject, words: LocalizedMessage): Promise<void> {
  const { publication } = subject;
  if (!(await freeForRetry(ctx, subject))) return;
  const until = new Date(ctx.clock.now().getTime() + retryDelayMs(publication.attempts, null));
  await pauseConnection(ctx, publication, until, 'service_refused');
  await putOff(ctx, publication, { until, code: 'service_refused', words });
}

async function putOff(ctx: Context, publication: Publication, why: { until: Date; code: string; words: LocalizedMessage }): Promise<void> {
  Object.assign(publication, { nextAttemptAt: why.until, failureCode: why.code, ...asFailure(why.words) });
  await ctx.queue.enqueue(ctx.em, publication, why.until);
}

/**
 * The number of failed attempts and when they began; counted from zero after a reconnection or after the service
 * regains access, for a fault after a limit, during which the network was reachable, and for a day whenever more of a
 * file has arrived than ever before.
 */
async function faultOf(ctx: Context, { id, attempts, intent }: Publication, code: string): Promise<{ tries: number; since: Date }> {
  const before = [literal('unauthorized'), ...(code === 'rate_limited' ? [] : [literal('rate_limited')])];
  const advancedAt = intent?.advancedAt ? new Date(intent.advancedAt) : null;
  const earlier = tables
    .selectFrom('attempts')
    .select(({ fn }) => fn.coalesce(fn.max('number'), literal(0)).as('number'))
    .where('publication_id', '=', id)
    .where('outcome', 'in', before);
  const [row] = await query(
    ctx.em,
    tables
      .selectFrom('attempts')
      .select(({ fn }) => [
        sql<number>`count(*)::int`.as('tries'),
        fn.min('started_at').as('since'),
        sql<number>`count(*) filter (where started_at > ${advancedAt}::timestamptz)::int`.as('triesSince'),
      ])
      .where('publication_id', '=', id)
      .where('number', '>', earlier),
  );
  const now = ctx.clock.now();
  const { tries = 0, since = null, triesSince = 0 } = row ?? {};
  const isUploading = since !== null && advancedAt !== null && advancedAt > since && now.getTime() - since.getTime() < DAY_MS;
  // The attempt in which the part arrived is the first one.
  return isUploading ? { tries: triesSince + 1, since: advancedAt } : { tries: tries || attempts, since: since ?? now };
}

/** The pause is for the whole account: everything else for the connection waits too. */
async function pauseConnection(ctx: Context, { connectionId }: Publication, until: Date, restReason: RestReason): Promise<void> {
  const connection = await ctx.em.findOneOrFail(Connection, connectionId ?? '', { refresh: true });
  if (connection.restsUntil && connection.restsUntil >= until) return;
  Object.assign(connection, { restsUntil: until, restReason });
}

/**
 * After an attempt that published nothing: its publication is free for the next one, or ends if the job was cancelled
 * meanwhile. Returns whether it is free.
 */
export async function freeForRetry(ctx: Context, { publication, job }: Pick<OutcomeSubject, 'publication' | 'job'>): Promise<boolean> {
  movePublication(publication, 'pending');
  if (!job.cancelledAt) return true;
  await cancelPublications(ctx, [publication]);
  return false;
}

/**
 * The connection does not work: everything for it waits until a person reconnects it. If it was connected again, or its
 * credentials were renewed, since the call began, that says nothing about it, and the new ones are tried.
 */
async function blockConnection(
  ctx: Context,
  subject: OutcomeSubject,
  health: 'failing' | 'revoked',
  { sealedCredentials, ...message }: Extract<CallOutcome, { kind: 'unauthorized' | 'unreadable' }>,
): Promise<void> {
  const { publication, job, draft } = subject;
  const words = fromStoredMessage(message);
  const connection = { id: publication.connectionId ?? '', sealedCredentials };
  const marked = await markBroken(ctx, connection, health, words, { publicationId: publication.id });
  if (marked === 'outdated') return tryLater(ctx, subject, 'unavailable', words, null);
  Object.assign(publication, { failureCode: 'unauthorized', ...asFailure(words) });
  if (await freeForRetry(ctx, subject)) parkJob(ctx, job, draft);
}

/** The outcome is unknown: the platform is asked, and nothing is sent until it responds. */
async function leaveOpen(
  ctx: Context,
  { publication, job }: OutcomeSubject,
  code: 'pending' | 'unknown',
  words: LocalizedMessage,
): Promise<void> {
  const isNews = publication.state !== 'unknown';
  if (isNews) movePublication(publication, 'unknown');
  publication.nextAttemptAt = new Date(ctx.clock.now().getTime() + FIRST_QUESTION_MS);
  Object.assign(publication, { failureCode: code, ...asFailure(words) });
  if (isNews) recordPublicationEvent(ctx, job, publication);
  await ctx.queue.enqueue(ctx.em, publication, publication.nextAttemptAt);
  await audit(ctx, publication, 'publication.unknown', { jobId: job.id, attempts: publication.attempts });
}

function audit(ctx: Context, publication: Publication, action: AuditAction, details: Record<string, unknown>): Promise<void> {
  return recordAudit(ctx, {
    accountId: publication.accountId,
    action,
    subjectId: publication.id,
    details: { platform: publication.platform, ...details },
  });
}
