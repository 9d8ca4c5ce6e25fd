import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { holdCredit } from '../../credits/credit-holds.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { ServiceSwitch } from '../../launch/launch.entities.ts';
import { newId } from '../../new-id.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { commentOf } from '../../platforms/platform/first-comment.ts';
import type { Intent, JsonObject } from '../../platforms/platform.ts';
import { Attempt } from '../attempt.entity.ts';
import { FirstComment } from '../first-comment.entity.ts';
import { recordCommentEvent } from '../jobs/job-events.ts';
import { intentOwnerOf, publicationsIn } from '../jobs/load-job.ts';
import { moveJob, movePublication, rollUpJob } from '../jobs/roll-up-job.ts';
import { asFailure, Publication } from '../publication.entity.ts';
import { LIVE_STATES, PublishJob } from '../publish-job.entity.ts';
import type { OutcomeSubject } from '../sending/apply-outcome.ts';
import { unitOfMode } from '../snapshot/load-credits.ts';

/** Jobs that need no further decision may have been published after the backup, by the service that it was made from. */
const findJobs = () =>
  tables
    .selectFrom('publish_jobs as j')
    .leftJoin('approvals as a', 'a.id', 'j.approval_id')
    .select('j.id')
    .where('j.state', 'in', [...LIVE_STATES])
    .where(({ eb, or }) => or([eb('j.mode', '=', literal('auto')), eb('a.state', '=', literal('approved'))]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('publications as p')
          .select('p.id')
          .whereRef('p.job_id', '=', 'j.id')
          .where('p.superseded_at', 'is', null)
          .where('p.connection_id', 'is not', null)
          .where('p.state', 'in', ['pending', 'leased', 'sent', 'unknown']),
      ),
    )
    .orderBy('j.id');

/**
 * After a restore: publications that were due at the time of the backup, or are by now, become `unknown`.
 * Their platform is asked if possible, and absent ones continue; otherwise a person decides. Posts that are
 * not due yet stay planned: they may have been sent early, so they are checked before they are sent.
 * Idempotent, and without effect if nothing was restored. Opens its own transactions.
 */
export async function markUnknownAfterRestore(ctx: Context): Promise<void> {
  const em = ctx.orm.em.fork();
  const { restoredAt, backupAt, doubtedAt } = await em.findOneOrFail(ServiceSwitch, 'publishing');
  if (!restoredAt || !backupAt || doubtedAt) return;
  const jobs = await query(em, findJobs());
  for (const { id } of jobs) await inTransaction(ctx, (tx) => markJobUnknown(tx, id, backupAt));
  await inTransaction(ctx, (tx) => markFirstCommentsUnknown(tx, backupAt));
  await em.nativeUpdate(ServiceSwitch, { id: 'publishing', restoredAt }, { doubtedAt: ctx.clock.now() });
}

async function markJobUnknown(ctx: Context, jobId: string, backupAt: Date): Promise<void> {
  const { draftId } = await ctx.em.findOneOrFail(PublishJob, jobId);
  const draft = await lockDraft(ctx, draftId);
  const job = await ctx.em.findOneOrFail(PublishJob, jobId, { refresh: true });
  const publications = await publicationsIn(ctx, job.id);
  const doubtful = publications.filter(
    ({ state, connectionId }) => connectionId && ['pending', 'leased', 'sent', 'unknown'].includes(state),
  );
  if (doubtful.length === 0) return;
  if (dueAtOf(job) > ctx.clock.now() && publications.every(isUntried)) return markToCheck(ctx, doubtful, backupAt);
  await markAllUnknown(ctx, { job, draft }, publications, { doubtful, backupAt });
}

/** The job's scheduled time; in the past if it has none. */
export const dueAtOf = ({ scheduledAt, quietUntil }: PublishJob): Date =>
  new Date(Math.max(scheduledAt?.getTime() ?? 0, quietUntil?.getTime() ?? 0));

const isUntried = ({ state, attempts, intent }: Publication): boolean => state === 'pending' && attempts === 0 && !intent;

async function markToCheck(ctx: Context, planned: readonly Publication[], backupAt: Date): Promise<void> {
  const checkFirst = { backupAt: backupAt.toISOString(), restoredAt: ctx.clock.now().toISOString() };
  for (const publication of planned) {
    if (publication.checkFirst) continue;
    publication.checkFirst = checkFirst;
    await ctx.queue.enqueue(ctx.em, publication);
  }
  await ctx.em.flush();
}

interface Doubt {
  doubtful: readonly Publication[];
  /** One of them that its network has: published without credits if there are none, since no balance becomes negative. */
  found?: Publication | null;
  backupAt: Date;
}

/**
 * Marks a job's publications as unknown, so its platforms, or people, settle them. Those that lack credits stay
 * pending, and are checked before they are sent. The caller has locked the draft.
 */
export async function markAllUnknown(
  ctx: Context,
  { job, draft }: Omit<OutcomeSubject, 'publication'>,
  publications: readonly Publication[],
  { doubtful, found = null, backupAt }: Doubt,
): Promise<void> {
  const unpaid: Publication[] = [];
  for (const publication of doubtful) {
    if (await reserveCredit(ctx, { publication, job })) continue;
    if (publication === found) publication.credits = 0;
    else unpaid.push(publication);
  }
  await markToCheck(ctx, unpaid, backupAt);
  if (unpaid.length === doubtful.length) return;
  if (job.state === 'blocked' || job.state === 'ready') moveJob(ctx, job, 'queued');
  moveJob(ctx, job, 'publishing');
  moveDraft(ctx, draft, 'publishing');
  for (const publication of doubtful) if (!unpaid.includes(publication)) await markUnknown(ctx, publication, { job, backupAt });
  await ctx.em.flush();
  await rollUpJob(ctx, job, draft, publications);
}

const momentOf = (backupAt: Date): string => `${backupAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const platformIsQueried = (moment: string): Sentence =>
  say`The service was restored from a backup of ${moment}, and it is unknown whether this was published after it. The network is queried.`;
const personMustCheck = (moment: string): Sentence =>
  say`The service was restored from a backup of ${moment}, and it is unknown whether this was published after it. A person must check.`;

async function markUnknown(ctx: Context, publication: Publication, { job, backupAt }: { job: PublishJob; backupAt: Date }): Promise<void> {
  const moment = momentOf(backupAt);
  await recordAttempt(ctx, publication);
  const canAsk = await prepareIntent(ctx, publication, backupAt);
  publication.checkFirst = null;
  if (publication.state === 'pending') movePublication(publication, 'leased');
  if (publication.state === 'leased') movePublication(publication, 'sent');
  if (publication.state === 'sent') movePublication(publication, 'unknown');
  publication.lease += 1;
  publication.leasedUntil = null;
  publication.nextAttemptAt = canAsk ? ctx.clock.now() : null;
  publication.failureCode = 'unknown';
  Object.assign(publication, asFailure(canAsk ? platformIsQueried(moment) : personMustCheck(moment)));
  await ctx.em.flush();
  await markCommentUnknown(ctx, publication, moment);
  if (canAsk) await ctx.queue.enqueue(ctx.em, publication);
  await recordAudit(ctx, {
    accountId: publication.accountId,
    action: 'publication.unknown',
    subjectId: publication.id,
    details: { platform: publication.platform, jobId: job.id, attempts: publication.attempts, restoredFrom: backupAt.toISOString() },
  });
}

/** Reserves the credits of a publication that may have been published. False: there are too few. */
async function reserveCredit(ctx: Context, { publication, job }: Pick<OutcomeSubject, 'publication' | 'job'>): Promise<boolean> {
  if (publication.state !== 'pending' || publication.credits === 0) return true;
  try {
    const unit = unitOfMode(job.mode);
    const { accountId, workspaceId, grantId = null } = job;
    const { id: publicationId, credits } = publication;
    await holdCredit(ctx, { accountId, workspaceId, publicationId, unit, credits, grantId });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'insufficient_credits') return false;
    throw error;
  }
}

/** Records the attempt that was not observed: a new one, or the one that the earlier worker left open. */
async function recordAttempt(ctx: Context, publication: Publication): Promise<void> {
  const now = ctx.clock.now();
  const message = 'It may have been made after the back-up that the service was restored from.';
  if (publication.state === 'pending') {
    publication.attempts += 1;
    const { id: publicationId, accountId, workspaceId, attempts: number } = publication;
    const attempt = { id: newId('att'), accountId, workspaceId, publicationId, number };
    ctx.em.create(Attempt, { ...attempt, startedAt: now, endedAt: now, outcome: 'unknown', message });
    return;
  }
  const open = { publicationId: publication.id, number: publication.attempts, endedAt: null };
  await ctx.em.nativeUpdate(Attempt, open, { endedAt: now, outcome: 'unknown', message });
}

/** Whether the platform's lookup is reliable: the intent must match that of the lost attempt. */
async function prepareIntent(ctx: Context, publication: Publication, backupAt: Date): Promise<boolean> {
  const platform = ctx.platforms.get(publication.platform);
  const isFoundWithoutIntent = platform?.isFoundWithoutIntent === true && !publication.checkFirst?.isChanged;
  if (publication.intent) {
    const isWhole = platform?.isFoundWithoutIntent || platform?.duplicateClass === 'idempotent';
    publication.intent = { ...publication.intent, isRestored: true, ...(!isWhole && { isIncomplete: true }) };
    return isWhole === true;
  }
  const { body } = await ctx.em.findOneOrFail(Payload, publication.payloadId);
  const remade = await recreateIntent(ctx, publication, { body, backupAt });
  publication.intent = { ...remade, ...(!isFoundWithoutIntent && { isIncomplete: true }) };
  return isFoundWithoutIntent;
}

/** The intent of an attempt that is lost: platforms that find posts by it allocate the same ids as then. */
export async function recreateIntent(
  { em, platforms }: Pick<Context, 'em' | 'platforms'>,
  publication: Publication,
  { body, backupAt }: { body: JsonObject; backupAt: Date },
): Promise<Intent> {
  const owner = await intentOwnerOf({ em }, await em.findOneOrFail(PublishJob, publication.jobId), publication);
  const keys = platforms.get(publication.platform)?.allocate(body, owner) ?? {};
  return { id: owner.id, createdAt: backupAt.toISOString(), keys, isMadeAnew: true, isRestored: true };
}

/** A post that may be published may have its comment under it: no attempt is known, so a person checks. */
async function markCommentUnknown(
  ctx: Context,
  { id: publicationId, accountId, workspaceId, payloadId }: Publication,
  moment: string,
): Promise<void> {
  const { body } = await ctx.em.findOneOrFail(Payload, payloadId);
  if (!commentOf(body) || (await ctx.em.count(FirstComment, { publicationId })) > 0) return;
  const about = { id: newId('fcm'), accountId, workspaceId, publicationId, createdAt: ctx.clock.now() };
  const { message, sentence = null } = toStoredMessage(personMustCheck(moment));
  const comment = ctx.em.create(FirstComment, { ...about, state: 'unknown', message, sentence });
  await ctx.em.flush();
  await recordCommentEvent(ctx, comment);
}

/**
 * After a restore: comments that had not ended at the time of the backup may be published. Their network is asked
 * where it finds them without what was learned in the lost attempt; otherwise a person checks.
 */
async function markFirstCommentsUnknown(ctx: Context, backupAt: Date): Promise<void> {
  const moment = momentOf(backupAt);
  const open = await ctx.em.find(FirstComment, { state: { $in: ['waiting', 'sending'] } }, { orderBy: { id: 'asc' } });
  const publications = await ctx.em.find(Publication, { id: { $in: open.map(({ publicationId }) => publicationId) } });
  const platformOf = new Map(publications.map(({ id, platform }) => [id, ctx.platforms.get(platform)]));
  for (const comment of open) {
    const platform = platformOf.get(comment.publicationId);
    const canAsk = platform?.isFoundWithoutIntent || platform?.duplicateClass === 'idempotent';
    const words = canAsk ? platformIsQueried(moment) : personMustCheck(moment);
    Object.assign(comment, { state: 'unknown', nextAttemptAt: canAsk ? ctx.clock.now() : null, ...toStoredMessage(words) });
    await ctx.em.flush();
    if (!canAsk) await recordCommentEvent(ctx, comment);
  }
}
