import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { freshCredentials } from '../../connections/renew-credentials.ts';
import type { Context, Services } from '../../context.ts';
import { workThrough } from '../../db/database-faults.ts';
import { countChanged, query } from '../../db/reading/query.ts';
import { withRetries } from '../../db/retry-transaction.ts';
import { systemContext } from '../../db/system-context.ts';
import { literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { joined, type LocalizedMessage, say } from '../../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { commentOf } from '../../platforms/platform/first-comment.ts';
import type { CommentedPost, JsonObject, LookupResult, Outcome, Platform, PlatformComments } from '../../platforms/platform.ts';
import { nextState } from '../../state-table.ts';
import { followUp } from '../call-about-post.ts';
import { FIRST_COMMENT_TRANSITIONS, FirstComment, type FirstCommentState, intentOf } from '../first-comment.entity.ts';
import { staysClosed } from '../gates.ts';
import { recordCommentEvent } from '../jobs/job-events.ts';
import { isPostRemoved, publicationsOfPost } from '../jobs/post-queries.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { webAddressOf } from '../sending/apply-outcome.ts';
import { CALL_MS, outcomeWithoutCredentials } from '../sending/call-platform.ts';
import { LeaseLostError } from '../sending/lease.ts';
import { isAbsenceFinal } from '../sending/record-lookup.ts';
import { heldUntil, isLimitOfDay, isTimeToGiveUp, retryDelayMs } from '../sending/retry-delay.ts';
import { lockFollowingGate } from '../snapshot/load-gate-snapshot.ts';

/** Limits of one run of a process. */
const MOST = 50;
const AT_ONCE = 5;
/** If a worker dies during an attempt, another takes over after this time. */
const TAKEN_MS = 2 * CALL_MS;
/** How long an unknown outcome is looked up; after that, a person decides. */
const ASK_FOR_MS = DAY_MS;
const ASK_AGAIN_MS = 5_000;

/** Sends first comments that are due, and looks up unknown outcomes. Safe in many workers at once. */
export async function sendFirstComments(services: Services, most = MOST): Promise<number> {
  const due = await query(
    services.orm.em.fork(),
    tables
      .selectFrom('first_comments as c')
      .innerJoin('publications as p', 'p.id', 'c.publication_id')
      .select('c.publication_id')
      .where('c.state', 'in', [literal('waiting'), literal('sending'), literal('unknown')])
      .where('p.state', '=', literal('published'))
      .where(({ eb, or, and }) =>
        or([
          eb('c.next_attempt_at', '<=', services.clock.now()),
          // Its post is published, and the comment was not attempted yet.
          and([eb('c.state', '=', literal('waiting')), eb('c.next_attempt_at', 'is', null)]),
        ]),
      )
      .orderBy('c.next_attempt_at', (order) => order.asc().nullsFirst())
      .limit(most),
  );
  const ids = due.map(({ publication_id: id }) => id);
  await workThrough(services.log, ids, { atOnce: AT_ONCE, failure: 'a first comment could not be sent' }, (id) =>
    sendFirstComment(services, id),
  );
  return due.length;
}

/** Everything that an attempt needs. */
interface Attempt {
  comment: FirstComment;
  publication: Publication;
  lease: number;
  mode: 'send' | 'ask';
  platform: Platform;
  comments: PlatformComments;
  connectionId: string;
  body: JsonObject;
  post: CommentedPost;
}

/** The outcome of an attempt or a lookup. */
type Result = Outcome | LookupResult;

/** Sends or looks up a post's first comment, whichever is due. The post stays published if this fails. */
export async function sendFirstComment(services: Services, publicationId: string): Promise<FirstCommentState | null> {
  const attempt = await inTransaction(systemContext(services), (tx) => claimComment(tx, publicationId));
  if (!attempt) return null;
  const { mode, publication } = attempt;
  const verb = mode === 'send' ? 'comment on' : 'look for a comment on';
  return followUp({ kind: 'comment', verb, publication }, async (count) => {
    const result = mode === 'send' ? await send(services, attempt) : await ask(services, attempt);
    count(result.kind);
    return withRetries(services, () => inTransaction(systemContext(services), (tx) => recordResult(tx, attempt, result)));
  });
}

/**
 * Takes the lease, and writes the intent before anything is sent, once the gates pass: a stop, pause or revocation has either
 * committed before and is visible, or waits for this transaction. Null if there is nothing to do now.
 */
async function claimComment(tx: Context, publicationId: string): Promise<Attempt | null> {
  const { jobId } = await tx.em.findOneOrFail(Publication, publicationId);
  const { draftId } = await tx.em.findOneOrFail(PublishJob, jobId);
  await lockDraft(tx, draftId);
  const comment = await tx.em.findOne(FirstComment, { publicationId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const now = tx.clock.now();
  if (!comment || !['waiting', 'sending', 'unknown'].includes(comment.state)) return null;
  if (comment.nextAttemptAt ? comment.nextAttemptAt > now : comment.state !== 'waiting') return null;
  const publication = await tx.em.findOneOrFail(Publication, publicationId, { refresh: true });
  if (publication.state !== 'published') return null;
  // Its worker died: once bytes may have left, only the network knows the outcome.
  if (comment.state === 'sending') move(comment, comment.sentAt ? 'unknown' : 'waiting');
  const reason = await obstacle(tx, publication, comment);
  if (reason) {
    await finish(tx, comment, comment.state === 'unknown' ? 'unknown' : 'failed', reason);
    return null;
  }
  const { body: signed } = await tx.em.findOneOrFail(Payload, publication.payloadId);
  const platform = tx.platforms.get(publication.platform);
  const body = commentOf(signed);
  const { intent, providerId, providerUrl: url = null, connectionId } = publication;
  if (!platform?.comments || !body || !intent || !providerId || !connectionId) throw new Error(`${comment.id} cannot be sent.`);
  const connection = await tx.em.findOneOrFail(Connection, connectionId);
  if (comment.state === 'waiting' && connection.restsUntil && connection.restsUntil > now) {
    comment.nextAttemptAt = connection.restsUntil;
    return null;
  }
  if (comment.state === 'waiting' && (await isHeldByGates(tx, comment, publication))) return null;
  const owner = { id: comment.id, createdAt: comment.createdAt };
  comment.intent ??= { id: comment.id, createdAt: comment.createdAt.toISOString(), keys: platform.comments.allocate(body, owner) };
  const mode = comment.state === 'unknown' ? 'ask' : 'send';
  if (mode === 'send') {
    move(comment, 'sending');
    Object.assign(comment, { attempts: comment.attempts + 1, firstAttemptAt: comment.firstAttemptAt ?? now, sentAt: null });
  }
  comment.lease += 1;
  comment.nextAttemptAt = new Date(now.getTime() + TAKEN_MS);
  await tx.em.flush();
  const post = { providerId, url, payload: signed, intent };
  return { comment, publication, lease: comment.lease, mode, platform, comments: platform.comments, connectionId, body, post };
}

/** Whether a gate holds it up; then it waits, or has failed if that gate stays closed, and says why. */
async function isHeldByGates(tx: Context, comment: FirstComment, publication: Publication): Promise<boolean> {
  const closed = await lockFollowingGate(tx, publication, comment.decidedBy);
  if (!closed) return false;
  const nextAttemptAt = heldUntil(publication.publishedAt ?? comment.createdAt, tx.clock.now());
  if (staysClosed(closed)) await finish(tx, comment, 'failed', closed.message);
  else Object.assign(comment, { nextAttemptAt, ...toStoredMessage(joined([closed.message, closed.remedy])) });
  return true;
}

/** Why it will not be sent; null if nothing prevents it. */
async function obstacle(
  tx: Context,
  { id, platform, connectionId, providerId, intent }: Publication,
  { state }: FirstComment,
): Promise<LocalizedMessage | null> {
  const known = tx.platforms.get(platform);
  const connection = connectionId ? await tx.em.findOne(Connection, connectionId) : null;
  if (!connection || connection.disconnectedAt) return say`The account is no longer connected.`;
  if (!known?.comments) return say`This version cannot send comments there.`;
  if (!providerId || !intent) return say`The network’s own id of the post is not known.`;
  if (state === 'unknown') return null;
  const post = await publicationsOfPost(tx.em, id);
  return (await isPostRemoved(tx.em, post)) ? say`The post was removed before its comment was published.` : null;
}

async function send(services: Services, attempt: Attempt): Promise<Outcome> {
  const { comment, lease, comments, connectionId, body, post } = attempt;
  const signal = AbortSignal.timeout(CALL_MS);
  let isSent = false;
  const unavailable = (): Promise<never> => Promise.reject(new Error('A comment has no media.'));
  try {
    return await comments.send(body, await freshCredentials(services, connectionId, signal), intentOf(comment), post, {
      signal,
      onUploaded: unavailable,
      openImage: unavailable,
      imageAddress: unavailable,
      readMedia: unavailable,
      async onSending(learned) {
        await markSent(services, comment, lease, learned);
        isSent = true;
      },
    });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) services.log.warn({ err: error, firstCommentId: comment.id }, 'a comment could not be sent');
    const without = isSent ? null : outcomeWithoutCredentials(error);
    if (without?.kind === 'unauthorized' || without?.kind === 'unreadable') return { ...without, kind: 'unauthorized' };
    const message = error instanceof Error ? error.message : String(error);
    return isSent ? { kind: 'unknown', message } : { kind: 'unavailable', message, retryAfterSeconds: null };
  }
}

/** Called right before bytes leave: the outcome is unknown from here on. Throws if the lease is lost. */
async function markSent({ orm, clock }: Services, comment: FirstComment, lease: number, learned: JsonObject = {}): Promise<void> {
  const intent = { ...intentOf(comment), keys: { ...comment.intent?.keys, ...learned } };
  const changed = await countChanged(
    orm.em.fork(),
    tables
      .updateTable('first_comments')
      .set({ sent_at: clock.now(), intent: sql`${JSON.stringify(intent)}::jsonb` })
      .where('id', '=', comment.id)
      .where('lease', '=', lease)
      .where('state', '=', literal('sending')),
  );
  if (changed !== 1) throw new LeaseLostError('Another worker sends the comment.');
  comment.intent = intent;
}

async function ask(services: Services, { comment, comments, connectionId, body, post }: Attempt): Promise<LookupResult> {
  if (!comments.find) return { kind: 'unsure', message: 'The network cannot be asked.' };
  try {
    const credentials = await freshCredentials(services, connectionId, AbortSignal.timeout(CALL_MS));
    return await comments.find(body, credentials, intentOf(comment), post);
  } catch (error) {
    services.log.warn({ err: error, firstCommentId: comment.id }, 'a network could not be queried for a comment');
    return { kind: 'unsure', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Fenced by the lease: a late worker changes nothing. */
async function recordResult(tx: Context, attempt: Attempt, result: Result): Promise<FirstCommentState | null> {
  const comment = await tx.em.findOneOrFail(FirstComment, attempt.comment.id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (comment.lease !== attempt.lease || !['sending', 'unknown'].includes(comment.state)) return null;
  switch (result.kind) {
    case 'published':
    case 'found':
      Object.assign(comment, { providerId: result.providerId, providerUrl: webAddressOf(tx, result.url) });
      await finish(tx, comment, 'published', null);
      break;
    case 'rejected':
    case 'unauthorized':
    case 'service_refused':
      await finish(tx, comment, 'failed', fromStoredMessage(result));
      break;
    case 'rate_limited':
    case 'unavailable':
      await tryLater(tx, comment, fromStoredMessage(result), result.retryAfterSeconds);
      break;
    case 'refused':
      return recordResult(tx, attempt, result.outcome);
    case 'absent':
      if (isTrusted(tx, attempt, comment)) await tryLater(tx, comment, say`The network reports that nothing was published.`, 0);
      else await scheduleRetry(tx, attempt, comment, null);
      break;
    default:
      await scheduleRetry(tx, attempt, comment, fromStoredMessage(result));
  }
  await tx.em.flush();
  return comment.state;
}

async function tryLater(tx: Context, comment: FirstComment, words: LocalizedMessage, retryAfterSeconds: number | null): Promise<void> {
  const now = tx.clock.now();
  const { attempts: tries, firstAttemptAt, intent } = comment;
  if (intent && isLimitOfDay(retryAfterSeconds)) comment.intent = { ...intent, wasLimited: true };
  if (isTimeToGiveUp({ tries, since: firstAttemptAt ?? now }, comment.intent?.wasLimited === true, now))
    return finish(tx, comment, 'failed', words);
  if (comment.state !== 'waiting') move(comment, 'waiting');
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(Math.max(tries, 1), retryAfterSeconds));
  Object.assign(comment, { nextAttemptAt, sentAt: null, ...toStoredMessage(words) });
}

function isTrusted(tx: Context, { platform }: Attempt, { sentAt, createdAt }: FirstComment): boolean {
  return isAbsenceFinal(platform, (sentAt ?? createdAt).getTime() + CALL_MS, tx.clock.now().getTime());
}

/** Schedules the next lookup, at growing intervals for a day; after that, or without lookups, a person decides. */
async function scheduleRetry(tx: Context, { comments }: Attempt, comment: FirstComment, words: LocalizedMessage | null): Promise<void> {
  const now = tx.clock.now();
  const sinceMs = now.getTime() - (comment.sentAt ?? comment.firstAttemptAt ?? comment.createdAt).getTime();
  const isOver = !comments.find || sinceMs >= ASK_FOR_MS;
  const why = isOver ? say`It is unknown whether this was published, and the network cannot tell. A person must check.` : words;
  const isNews = comment.state !== 'unknown';
  if (isNews) move(comment, 'unknown');
  const nextAttemptAt = isOver ? null : new Date(now.getTime() + Math.max(sinceMs, ASK_AGAIN_MS));
  Object.assign(comment, { nextAttemptAt, ...(why && toStoredMessage(why)) });
  if (isNews) await recordCommentEvent(tx, comment);
}

/** Ends a comment, or leaves it to a person. */
async function finish(
  tx: Context,
  comment: FirstComment,
  state: 'published' | 'failed' | 'unknown',
  words: LocalizedMessage | null,
): Promise<void> {
  if (comment.state !== state) move(comment, state);
  const endedAt = state === 'unknown' ? null : tx.clock.now();
  Object.assign(comment, { nextAttemptAt: null, endedAt, ...(words ? toStoredMessage(words) : { message: null, sentence: null }) });
  await tx.em.flush();
  await recordCommentEvent(tx, comment);
}

export const move = (comment: FirstComment, to: FirstCommentState): void => {
  comment.state = nextState('comment', FIRST_COMMENT_TRANSITIONS, comment.state, to);
};
