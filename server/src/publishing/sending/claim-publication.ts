import { recordAudit } from '../../audit/record-audit.ts';
import type { Connection } from '../../connections/connection.entity.ts';
import type { Context } from '../../context.ts';
import { holdCredit } from '../../credits/hold-credit.ts';
import { withNextQuestion } from '../../db/reading/in-one-message.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type LockedDraft, lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../new-id.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { Intent, JsonObject } from '../../platforms/platform.ts';
import { Attempt } from '../attempt.entity.ts';
import { dueAt } from '../gates/due-at.ts';
import type { Gate } from '../gates/gate.ts';
import type { TargetSnapshot } from '../gates/gate-snapshot.ts';
import { evaluateGates, outlookOf } from '../gates.ts';
import { moveJob, movePublication, parkJob } from '../jobs/job-moves.ts';
import { quietEndOf } from '../jobs/readiness.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { unitOfMode } from '../snapshot/load-credits.ts';
import { lockGateSnapshot } from '../snapshot/load-gate-snapshot.ts';
import { LEASE_MS } from './lease.ts';
import { type Due, loadDue } from './load-due.ts';
import { type LimitedSend, respectRateLimits } from './respect-rate-limits.ts';
import { isOneTooMany } from './retry-delay.ts';
import { verifyContentHash } from './verify-content-hash.ts';

/** The right to make one try, and everything that the try needs. */
export interface Claim {
  publicationId: string;
  accountId: string;
  draftId: string;
  lease: number;
  jobId: string;
  attemptId: string;
  platform: string;
  /** Exactly what was approved. */
  body: JsonObject;
  connection: Pick<Connection, 'id'>;
  intent: Intent;
}

/**
 * Transaction 1 of a try: with everything that the gates look at locked, checks them once more,
 * sets the credit aside, writes the intent and takes the lease. Null: nothing is to be sent now.
 */
export async function claimPublication(
  ctx: Context,
  { publicationId, draftId }: { publicationId: string; draftId: string },
): Promise<Claim | null> {
  assertTransaction(ctx);
  const draft = await lockDraft(ctx, draftId);
  const { publication, job, grantsOf } = await loadDue(ctx, publicationId);
  if (publication.state !== 'pending' || !['ready', 'queued', 'publishing'].includes(job.state)) return null;
  const { nextAttemptAt } = publication;
  if (nextAttemptAt && nextAttemptAt > ctx.clock.now()) {
    if (!isOneTooMany(nextAttemptAt, ctx.clock.now())) await ctx.queue.enqueue(ctx.em, publication, nextAttemptAt);
    return null;
  }
  const open = await openGates(ctx, { job, draft, publication, grantsOf });
  if (!open) return null;
  const send = checkedSend(ctx, job, publication, open.rows);
  if (!(await respectRateLimits(ctx, send))) {
    await ctx.em.flush();
    return null;
  }
  if (!(await setCreditAside(ctx, job, draft, publication, open.coGrantIds))) return null;
  await countToday(ctx, open.rows);
  return takeLease(ctx, draft, send, open.gates);
}

type Rows = Awaited<ReturnType<typeof lockGateSnapshot>>['rows'];

interface Open {
  gates: Gate[];
  /** Whose limits the credit counts against beside those of whoever asked. */
  coGrantIds: string[];
  /** What the gates were asked by. */
  rows: Rows;
}

/** The gates as they stand, where all of them are open; null, and the job waits, where one is not. */
async function openGates(ctx: Context, { job, draft, publication, grantsOf }: Due & { draft: LockedDraft }): Promise<Open | null> {
  const { snapshot, rows } = await lockGateSnapshot(ctx, job, grantsOf);
  // Whether this one connection rests is looked at by itself: it must not hold up the others.
  const gates = evaluateGates({ ...snapshot, targets: snapshot.targets.map(withoutRest) });
  const coGrantIds = snapshot.coAuthors.map(({ grantId }) => grantId);
  const outlook = outlookOf(gates);
  if (outlook === 'open') return { gates, coGrantIds, rows };
  if (outlook === 'later') {
    moveJob(ctx, job, 'ready');
    // Whoever looks for entries that were lost must know that this one is not late.
    job.quietUntil = quietEndOf(job, snapshot);
    await ctx.queue.enqueue(ctx.em, publication, dueAt(snapshot));
  } else {
    parkJob(ctx, job, draft);
  }
  await ctx.em.flush();
  return null;
}

/** The gate has seen enough credits; only the conditional update knows whether they are still there. */
async function setCreditAside(
  ctx: Context,
  job: PublishJob,
  draft: LockedDraft,
  publication: Publication,
  coGrantIds: string[],
): Promise<boolean> {
  try {
    await holdCredit(ctx, {
      accountId: job.accountId,
      publicationId: publication.id,
      workspaceId: job.workspaceId,
      unit: unitOfMode(job.mode),
      grantId: job.grantId ?? null,
      coGrantIds,
    });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'insufficient_credits')) throw error;
    parkJob(ctx, job, draft);
    await ctx.em.flush();
    return false;
  }
}

/** What goes out by a standing approval counts for the day on which it does; the lock of the gates is still held. */
async function countToday(ctx: Context, { byStanding }: Rows): Promise<void> {
  for (const { approval_id: id, day } of byStanding)
    await withNextQuestion(ctx.em, 'update approvals set standing_day = ? where id = ? and standing_day <> ?', [day, id, day]);
}

const withoutRest = (target: TargetSnapshot): TargetSnapshot =>
  target.connection ? { ...target, connection: { ...target.connection, rest: null } } : target;

/** What is to be sent through which connection: the very rows that the gates have passed. */
function checkedSend(ctx: Context, job: PublishJob, publication: Publication, rows: Rows): LimitedSend & { payload: Payload } {
  const connection = rows.connections.find(({ id }) => id === publication.connectionId);
  const platform = ctx.platforms.get(publication.platform);
  if (!platform) throw new Error(`${publication.id} is for the unknown platform ${publication.platform}.`);
  const approvedHash = rows.approvals.find(({ id }) => id === job.approvalId)?.content_hash ?? null;
  const payload = verifyContentHash({ job, publication, set: rows.payloads, approvedHash });
  if (!connection) throw new Error(`${publication.id} has no connection.`);
  return { job, publication, connection, platform, payload, body: payload.body };
}

async function takeLease(
  ctx: Context,
  draft: LockedDraft,
  { job, publication, connection, platform, payload }: LimitedSend & { payload: Payload },
  gates: readonly Gate[],
): Promise<Claim> {
  const now = ctx.clock.now();
  // Written once and never changed: every further try sends the same intent, and so makes the same post.
  publication.intent ??= { id: publication.id, createdAt: now.toISOString(), keys: platform.allocate(payload.body, publication) };
  movePublication(publication, 'leased');
  publication.lease += 1;
  publication.leasedUntil = new Date(now.getTime() + LEASE_MS);
  publication.attempts += 1;
  publication.nextAttemptAt = null;
  const attempt = ctx.em.create(Attempt, {
    id: newId('att'),
    publicationId: publication.id,
    number: publication.attempts,
    startedAt: now,
    gates: [...gates],
  });
  if (job.state === 'ready') moveJob(ctx, job, 'queued');
  moveJob(ctx, job, 'publishing');
  moveDraft(ctx, draft, 'publishing');
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publication.sending',
    subjectId: publication.id,
    details: {
      jobId: job.id,
      approvalId: job.approvalId ?? null,
      contentHash: job.contentHash,
      payloadHash: payload.payloadHash,
      attempt: attempt.number,
      gates: gates.map(({ gate, code }) => `${gate}: ${code}`),
    },
  });
  return {
    publicationId: publication.id,
    accountId: job.accountId,
    draftId: draft.id,
    lease: publication.lease,
    jobId: job.id,
    attemptId: attempt.id,
    platform: platform.id,
    body: payload.body,
    connection: { id: connection.id },
    intent: publication.intent,
  };
}
