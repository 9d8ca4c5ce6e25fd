import { DAY_MS, HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { say } from '../../languages/sentence.ts';
import { fromStoredMessage, type StoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import type { LookupResult, Outcome, Platform } from '../../platforms/platform.ts';
import { Attempt } from '../attempt.entity.ts';
import { FirstComment } from '../first-comment.entity.ts';
import { advanceJob } from '../jobs/advance-job.ts';
import { publicationsIn } from '../jobs/load-job.ts';
import { parkJob, rollUpJob } from '../jobs/roll-up-job.ts';
import { asFailure, Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { applyOutcome, type OutcomeSubject, publish, tryLater } from './apply-outcome.ts';
import { CALL_MS } from './call-platform.ts';
import { heldUntil } from './retry-delay.ts';

/** The result of a lookup, and what this service makes of it. */
export type Finding =
  | LookupResult
  /** A gate holds up the rest of a thread: it is asked again for as long as that lasts. */
  | ({ kind: 'held' } & StoredMessage)
  /** It may be one of the account's posts, which a person must search. */
  | ({ kind: 'among_others' } & StoredMessage);

/** How long an unclear outcome is looked up; then a person decides. */
const ASK_FOR_MS = DAY_MS;
/** Among the account's posts a person must search: by then, the service has looked up its own. */
const ASK_OTHERWISE_MS: Partial<Record<Finding['kind'], number>> = { among_others: HOUR_MS, held: Number.POSITIVE_INFINITY };
const ASK_AGAIN_MS = 2_000;

/**
 * Applies the result of a lookup. Found: it is published. Refused: as if the call had said so. Absent: the same intent may
 * be retried, if a second arrival creates no second post or absence is certain. Otherwise it stays unknown, and nothing is
 * sent blindly.
 */
export async function recordLookup(
  ctx: Context,
  asked: { publicationId: string; lease: number },
  finding: Finding,
): Promise<Publication['state'] | null> {
  assertTransaction(ctx);
  const { jobId } = await ctx.em.findOneOrFail(Publication, asked.publicationId);
  const job = await ctx.em.findOneOrFail(PublishJob, jobId);
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const publication = publications.find(({ id }) => id === asked.publicationId);
  if (publication?.state !== 'unknown' || publication.lease !== asked.lease) return null;

  const counted = await withoutOthers(ctx, publication, finding);
  const last = await ctx.em.findOneOrFail(Attempt, { publicationId: publication.id, number: publication.attempts });
  const subject = { publication, job, draft };
  if (counted.kind === 'found') await publish(ctx, subject, counted);
  else if (counted.kind === 'refused') await applyOutcome(ctx, subject, withoutBlame(counted.outcome));
  else if (counted.kind === 'absent' && isTrusted(ctx, publication, last)) {
    await tryLater(ctx, subject, 'not_arrived', say`The network reports that nothing was published.`, 0);
    if (publication.intent?.isMadeAnew) await startOver(ctx, subject, publications);
  } else await scheduleLookup(ctx, subject, last, counted);
  await ctx.em.flush();
  await rollUpJob(ctx, job, draft, publications);
  return publication.state;
}

/** The account may have been connected again, or its credentials renewed, since they were refused: the next call says. */
function withoutBlame(outcome: Extract<LookupResult, { kind: 'refused' }>['outcome']): Outcome {
  return outcome.kind === 'unauthorized' ? { ...outcome, kind: 'unavailable', retryAfterSeconds: null } : outcome;
}

/**
 * An intent recreated after a restore sent nothing: the next attempt starts like a first one, at its own
 * time. If that applies to the whole job, it waits for its gates as before, and its draft can be changed.
 */
async function startOver(ctx: Context, { publication, job, draft }: OutcomeSubject, publications: readonly Publication[]): Promise<void> {
  publication.intent = null;
  // The job may have been cancelled meanwhile.
  if (publication.state !== 'pending') return;
  Object.assign(publication, { nextAttemptAt: null, failureCode: null, failureMessage: null, failureSentence: null });
  if (job.state !== 'publishing' || publications.some(({ state, intent }) => state !== 'pending' || intent)) {
    await ctx.queue.enqueue(ctx.em, publication);
    return;
  }
  moveDraft(ctx, draft, 'approved');
  parkJob(ctx, job, draft);
  await advanceJob(ctx, job.id);
}

function isTrusted(ctx: Context, publication: Publication, last: Attempt): boolean {
  const platform = ctx.platforms.get(publication.platform);
  if (!platform || publication.intent?.isIncomplete) return false;
  // The platform has accepted it: that it is not visible proves nothing.
  if (platform.duplicateClass !== 'idempotent' && last.outcome === 'pending') return false;
  return isAbsenceFinal(platform, callEndOf(publication, last), ctx.clock.now().getTime());
}

/**
 * Whether "absent" means that it will not appear, so it can be sent again, cancelled or given up: an interrupted call may
 * still arrive. If the platform only refuses duplicates, absence proves nothing. Times in milliseconds.
 */
export function isAbsenceFinal({ duplicateClass, settlesWithinSeconds = 0 }: Platform, callEndedAt: number, now: number): boolean {
  return duplicateClass !== 'guarded' && duplicateClass !== 'blind' && now >= callEndedAt + settlesWithinSeconds * 1_000;
}

/**
 * After a restore, "absent" counts only if this service knows every other post of the account since the
 * backup: any other may be this post, changed or rescheduled since.
 */
export async function withoutOthers({ em }: Context, { accountId, connectionId }: Publication, finding: Finding): Promise<Finding> {
  if (finding.kind !== 'absent' || !finding.others) return finding;
  const providerId = { $in: [...finding.others] };
  const posts = await em.find(Publication, { connectionId, providerId });
  const comments = await em.find(FirstComment, { accountId, providerId });
  const known = new Set([...posts, ...comments].map((each) => each.providerId));
  return finding.others.every((id) => known.has(id)) ? { kind: 'absent' } : { kind: 'among_others', ...toStoredMessage(MAY_BE_AMONG) };
}

const MAY_BE_AMONG = say`The account has posts since the backup that this service does not know, and one of them may be this post. A person must check.`;

const NOT_KNOWN = say`It is unknown whether this was published, and the network cannot tell. A person must check.`;

/** When the last attempt can no longer take effect: its calls have ended, and the platform has processed them. */
export function settledAt(platform: Platform, publication: Publication, last: Attempt): number {
  return callEndOf(publication, last) + (platform.settlesWithinSeconds ?? 0) * 1_000;
}

/** The rest of a thread is sent without an attempt of its own. */
function callEndOf({ intent }: Publication, { startedAt, endedAt }: Attempt): number {
  const resumedUntil = intent?.resumedAt ? Date.parse(intent.resumedAt) + CALL_MS : 0;
  return Math.max(endedAt?.getTime() ?? startedAt.getTime() + CALL_MS, resumedUntil);
}

/**
 * Schedules the next lookup after as long as it has been unclear, so at growing intervals, for a day. A post
 * that is unknown because of a restore and not due yet is looked up at its due time at the latest, so it
 * is not delayed.
 */
async function scheduleLookup(ctx: Context, { publication, job }: OutcomeSubject, last: Attempt, finding: Finding): Promise<void> {
  const platform = ctx.platforms.get(publication.platform);
  const now = ctx.clock.now().getTime();
  const sinceMs = now - last.startedAt.getTime();
  const reason = 'message' in finding && finding.sentence ? fromStoredMessage(finding) : null;
  if (reason) Object.assign(publication, asFailure(reason));
  if (sinceMs >= (ASK_OTHERWISE_MS[finding.kind] ?? ASK_FOR_MS) || platform?.duplicateClass === 'blind') {
    publication.nextAttemptAt = null;
    Object.assign(publication, asFailure(reason ?? NOT_KNOWN));
    return;
  }
  if (finding.kind === 'held') {
    publication.nextAttemptAt = heldUntil(last.startedAt, ctx.clock.now());
    await ctx.queue.enqueue(ctx.em, publication, publication.nextAttemptAt);
    return;
  }
  // Another entry, or a person, has looked it up meanwhile: only one result schedules the next lookup.
  if (publication.nextAttemptAt && publication.nextAttemptAt.getTime() > now) return;
  const isReliable = platform?.duplicateClass === 'askable' || platform?.duplicateClass === 'idempotent';
  const settles = isReliable && finding.kind === 'absent' ? settledAt(platform, publication, last) : 0;
  const next = settles > now ? settles : now + Math.max(sinceMs, ASK_AGAIN_MS);
  const due = job.scheduledAt?.getTime() ?? 0;
  publication.nextAttemptAt = new Date(due > now ? Math.min(next, due) : next);
  await ctx.queue.enqueue(ctx.em, publication, publication.nextAttemptAt);
}
