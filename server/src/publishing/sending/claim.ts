import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { holdCredits } from '../../credits/credit-holds.ts';
import { readTogether } from '../../db/read-together.ts';
import { query } from '../../db/reading/query.ts';
import { literal, tables } from '../../db/tables.ts';
import { limitLockWaits } from '../../db/time-limits.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type LockedDraft, lockDrafts, moveDraft } from '../../drafts/lock-draft.ts';
import { newId } from '../../new-id.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { commentOf } from '../../platforms/platform/first-comment.ts';
import { Attempt } from '../attempt.entity.ts';
import type { Gate } from '../gates/gate.ts';
import type { GateSnapshot, TargetSnapshot } from '../gates/gate-snapshot.ts';
import { dueAt } from '../gates/schedule-gate.ts';
import { isHeld } from '../gates/target-faults.ts';
import { evaluateGates, forecastOf } from '../gates.ts';
import { endCancelled } from '../jobs/end-job.ts';
import { intentOwnerOf } from '../jobs/load-job.ts';
import { lockPost, whyNotCurrent } from '../jobs/post-queries.ts';
import { quietEndOf } from '../jobs/readiness.ts';
import { moveJob, movePublication, parkJob } from '../jobs/roll-up-job.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { grantsOfFrom, grantsOfJobsPart } from '../snapshot/load-co-authors.ts';
import { unitOfMode } from '../snapshot/load-credits.ts';
import { lockGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { subjectOfJob } from '../snapshot/subject.ts';
import type { Claim, Claimed, ToClaim } from './attempt-types.ts';
import { LEASE_MS } from './lease.ts';
import { type LimitedSend, respectRateLimits } from './respect-rate-limits.ts';
import { isOneTooMany } from './retry-delay.ts';
import { ContentChangedError, refusePublication, verifyContentHash } from './verify-content-hash.ts';

interface Candidate {
  publication: Publication;
  job: PublishJob;
  draft: LockedDraft;
}

interface Ready extends Candidate {
  send: Send;
  gates: Gate[];
  /** Grants whose limits the credits count against, in addition to the requesting grant. */
  coGrantIds: string[];
  byStanding: Locked['rows']['byStanding'];
}

type Send = LimitedSend & { payload: Payload };

type Locked = Awaited<ReturnType<typeof lockGateSnapshots>>;

/**
 * Transaction 1 of an attempt, for any number of publications: locks everything that the gates depend on, evaluates
 * them again, reserves the credits, writes the intents and takes the leases. Returns the results by publication id. A
 * batch of several leaves out publications that would need to wait or depend on others; the caller claims each of
 * these alone.
 */
export async function claim(ctx: Context, due: readonly ToClaim[]): Promise<Map<string, Claimed>> {
  assertTransaction(ctx);
  const isBatch = due.length > 1;
  if (isBatch) await limitLockWaits(ctx.em);
  const claimed = new Map<string, Claimed>();
  const candidates = await lockCandidates(ctx, due, claimed);
  if (candidates.length > 0) {
    const ready = await passGates(ctx, candidates, { isBatch, claimed });
    for (const each of await reserveCredits(ctx, ready, { isBatch, claimed }))
      claimed.set(each.publication.id, await beginAttempt(ctx, each));
  }
  await ctx.em.flush();
  return claimed;
}

/** Locks the drafts, which protects everything that belongs to them, and reads what is due. */
async function lockCandidates(ctx: Context, due: readonly ToClaim[], claimed: Map<string, Claimed>): Promise<Candidate[]> {
  const isBatch = due.length > 1;
  const draftIds = due.map(({ draftId }) => draftId);
  const drafts = new Map((await lockDrafts(ctx, draftIds, { skipLocked: isBatch })).map((draft) => [draft.id, draft]));
  const ids = due.flatMap(({ id, draftId }) => (drafts.has(draftId) ? [id] : []));
  const publications = await ctx.em.find(Publication, { id: { $in: ids } }, { orderBy: { id: 'asc' }, refresh: true });
  const jobIds = [...new Set(publications.map(({ jobId }) => jobId))];
  const jobs = new Map((await ctx.em.find(PublishJob, { id: { $in: jobIds } }, { refresh: true })).map((job) => [job.id, job]));
  const now = ctx.clock.now();
  const candidates: Candidate[] = [];
  for (const publication of publications) {
    const { id, state, attempts, nextAttemptAt, checkFirst } = publication;
    const job = jobs.get(publication.jobId);
    const draft = drafts.get(job?.draftId ?? '');
    if (!job || !draft) continue;
    if (state !== 'pending' || checkFirst || !['ready', 'queued', 'publishing'].includes(job.state)) claimed.set(id, null);
    else if (job.cancelledAt) claimed.set(id, await endCancelled(ctx, job, { draft, publication }));
    else if (nextAttemptAt && nextAttemptAt > now) {
      if (!isOneTooMany(nextAttemptAt, now)) await ctx.queue.enqueue(ctx.em, publication, nextAttemptAt);
      claimed.set(id, null);
    }
    // A retry has its reservation already, and an edit waits for its post.
    else if (!isBatch || (attempts === 0 && !draft.editsPublicationId)) candidates.push({ publication, job, draft });
  }
  return candidates;
}

interface Claiming {
  isBatch: boolean;
  /** The results so far. */
  claimed: Map<string, Claimed>;
}

/** Those whose gates pass. The others are postponed or parked, or left out of a batch. */
async function passGates(ctx: Context, candidates: readonly Candidate[], { isBatch, claimed }: Claiming): Promise<Ready[]> {
  const jobs = [...new Set(candidates.map(({ job }) => job))];
  const { grantsOf } = await readTogether(ctx.em, { grantsOf: grantsOfJobsPart(candidates.map(({ publication }) => publication.id)) });
  const locked = await lockGateSnapshots(ctx, jobs.map(subjectOfJob), grantsOfFrom(grantsOf));
  const neededBy = creditsByAccount(jobs, locked);
  const ready: Ready[] = [];
  // Service-wide quotas are locked in this order.
  for (const candidate of candidates.toSorted((a, b) => a.publication.platform.localeCompare(b.publication.platform))) {
    const { publication, job } = candidate;
    const snapshot = locked.snapshots.get(job.id);
    if (!snapshot) throw new Error(`The gates of ${job.id} were not read.`);
    const gates = gatesOfSend(snapshot);
    if (forecastOf(gates) !== 'pass') {
      await waitForGates(ctx, candidate, { gates, snapshot });
      claimed.set(publication.id, null);
    } else if (isHeld(snapshot, publication)) claimed.set(publication.id, null);
    else if (await isOutdated(ctx, candidate)) claimed.set(publication.id, 'failed');
    else if (!isBatch || isOpenBesideOthers(snapshot, neededBy.get(job.accountId) ?? 0)) {
      const send = sendOf(ctx, candidate, locked.rows);
      if (send === null) {
        if (!isBatch) claimed.set(publication.id, await refusePublication(ctx, publication.id, 'content_changed'));
      } else if (await respectRateLimits(ctx, send)) {
        const byStanding = snapshot.approval?.standing ? locked.rows.byStanding : [];
        ready.push({ ...candidate, send, gates, byStanding, coGrantIds: snapshot.coAuthors.map(({ grantId }) => grantId) });
      } else claimed.set(publication.id, null);
    }
  }
  return ready;
}

/** All gates except the pause of one connection, which is evaluated separately so it does not hold up the others. */
function gatesOfSend(snapshot: GateSnapshot): Gate[] {
  return evaluateGates({ ...snapshot, targets: snapshot.targets.map(withoutRest) });
}

const withoutRest = (target: TargetSnapshot): TargetSnapshot =>
  target.connection ? { ...target, connection: { ...target.connection, rest: null } } : target;

function creditsByAccount(jobs: readonly PublishJob[], { snapshots }: Locked): Map<string, number> {
  const needed = new Map<string, number>();
  for (const { id, accountId } of jobs) needed.set(accountId, (needed.get(accountId) ?? 0) + (snapshots.get(id)?.credits.required ?? 0));
  return needed;
}

/**
 * Whether no limit is exceeded even if the rest of the account's batch is sent too. Posts under a standing
 * approval count for their day one by one, so they are never claimed in a batch.
 */
function isOpenBesideOthers(snapshot: GateSnapshot, required: number): boolean {
  if (snapshot.approval?.standing) return false;
  return forecastOf(gatesOfSend({ ...snapshot, credits: { ...snapshot.credits, required } })) === 'pass';
}

/** An edit whose post was removed or edited since it was signed fails here, before anything is sent. */
async function isOutdated(ctx: Context, { publication, draft: { editsPublicationId } }: Candidate): Promise<boolean> {
  if (!editsPublicationId) return false;
  const post = await lockPost(ctx, editsPublicationId);
  const why = await whyNotCurrent(ctx, post, editsPublicationId);
  if (why) await refusePublication(ctx, publication.id, 'edit_outdated', why);
  return why !== null;
}

/** The job waits for its time, or for something to change. */
async function waitForGates(
  ctx: Context,
  { publication, job, draft }: Candidate,
  { gates, snapshot }: { gates: readonly Gate[]; snapshot: GateSnapshot },
): Promise<void> {
  if (forecastOf(gates) === 'block') return parkJob(ctx, job, draft);
  moveJob(ctx, job, 'ready');
  // Otherwise it would count as overdue without a queue entry.
  job.quietUntil = quietEndOf(job, snapshot);
  await ctx.queue.enqueue(ctx.em, publication, dueAt(snapshot));
}

/** What to send through which connection, by the rows that passed the gates; null if it is not the approved content. */
function sendOf(ctx: Context, { job, publication }: Candidate, rows: Locked['rows']): Send | null {
  const connection = rows.connections.find(({ id }) => id === publication.connectionId);
  const platform = ctx.platforms.get(publication.platform);
  if (!platform) throw new Error(`${publication.id} is for the unknown platform ${publication.platform}.`);
  const approvedHash = rows.approvals.find(({ id }) => id === job.approvalId)?.content_hash ?? null;
  const set = rows.payloads.filter(({ draftId, contentHash }) => draftId === job.draftId && contentHash === job.contentHash);
  try {
    const payload = verifyContentHash({ job, publication, set, approvedHash });
    if (!connection) throw new Error(`${publication.id} has no connection.`);
    return { job, publication, connection, platform, payload, body: payload.body };
  } catch (error) {
    if (!(error instanceof ContentChangedError)) throw error;
    ctx.log.error({ err: error, publicationId: publication.id }, 'stored content was changed; nothing is sent');
    return null;
  }
}

/** Those with reserved credits. The gate saw enough; only the conditional update is authoritative. */
async function reserveCredits(ctx: Context, ready: readonly Ready[], { isBatch, claimed }: Claiming): Promise<readonly Ready[]> {
  const paid = await holdCredits(
    ctx,
    ready.map(creditOf).filter(({ credits }) => credits > 0),
  );
  const isPaid = ({ publication }: Ready) => publication.credits === 0 || paid.has(publication.id);
  for (const each of ready) {
    if (isPaid(each)) continue;
    const { publication, job, draft, send } = each;
    // The rollback undoes the quota's count; each is then claimed alone.
    if (isBatch && send.platform.quotas?.length) throw new Error('Not everything counted against a quota can be paid for.');
    if (isBatch) continue;
    parkJob(ctx, job, draft);
    claimed.set(publication.id, null);
  }
  return ready.filter(isPaid);
}

function creditOf({ job, publication, coGrantIds }: Ready) {
  return {
    accountId: job.accountId,
    publicationId: publication.id,
    workspaceId: job.workspaceId,
    unit: unitOfMode(job.mode),
    credits: publication.credits,
    grantId: job.grantId ?? null,
    coGrantIds,
  };
}

/** Writes the intent, the lease and the attempt. The caller flushes. */
async function beginAttempt(ctx: Context, { draft, job, publication, gates, byStanding, send }: Ready): Promise<Claim> {
  const { connection, platform, payload } = send;
  const now = ctx.clock.now();
  // A post under a standing approval counts for the day on which it is sent; the gates' lock is still held.
  for (const { approval_id: id, day } of byStanding)
    await query(ctx.em, tables.updateTable('approvals').set({ standing_day: day }).where('id', '=', id).where('standing_day', '<>', day));
  // Written once: every retry sends the same intent, and so yields the same post.
  if (!publication.intent) {
    const owner = await intentOwnerOf(ctx, job, publication);
    publication.intent = { id: owner.id, createdAt: now.toISOString(), keys: platform.allocate(payload.body, owner) };
  }
  if (commentOf(payload.body)) await noteFirstComment(ctx, publication);
  movePublication(publication, 'leased');
  publication.lease += 1;
  publication.attempts += 1;
  Object.assign(publication, {
    leasedUntil: new Date(now.getTime() + LEASE_MS),
    nextAttemptAt: null,
    failureCode: null,
    failureMessage: null,
  });
  const { id: publicationId, accountId, workspaceId, attempts: number, lease, intent } = publication;
  const attemptId = newId('att');
  ctx.em.create(Attempt, { id: attemptId, accountId, workspaceId, publicationId, number, startedAt: now, gates: [...gates] });
  if (job.state === 'ready') moveJob(ctx, job, 'queued');
  moveJob(ctx, job, 'publishing');
  moveDraft(ctx, draft, 'publishing');
  const { id: jobId, approvalId = null, contentHash } = job;
  await recordAudit(ctx, {
    accountId,
    action: 'publication.sending',
    subjectId: publicationId,
    details: {
      jobId,
      approvalId,
      contentHash,
      payloadHash: payload.payloadHash,
      attempt: number,
      gates: gates.map(({ gate, code }) => `${gate}: ${code}`),
    },
  });
  return {
    ...{ publicationId, accountId, draftId: draft.id, lease, jobId, attemptId, platform: platform.id },
    ...{ body: payload.body, connection: { id: connection.id }, intent },
  };
}

/**
 * Records that a publication has a first comment, which waits for its post. Once for any number of attempts; one that
 * was in doubt after a restore waits as well, since its post turned out to be absent.
 */
async function noteFirstComment(ctx: Context, { id, accountId, workspaceId }: Publication): Promise<void> {
  const belonging = { account_id: accountId, workspace_id: workspaceId, publication_id: id };
  await query(
    ctx.em,
    tables
      .insertInto('first_comments')
      .values({ id: newId('fcm'), ...belonging, state: 'waiting', lease: 0, attempts: 0, created_at: ctx.clock.now() })
      .onConflict((conflict) =>
        conflict
          .column('publication_id')
          .doUpdateSet({ state: 'waiting', next_attempt_at: null, message: null, sentence: null })
          .where('first_comments.state', '=', literal('unknown')),
      ),
  );
}
