import type { Context } from '../../context.ts';
import { holdCredit } from '../../credits/hold-credit.ts';
import { withNextQuestion } from '../../db/reading/in-one-message.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type LockedDraft, lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { Attempt } from '../attempt.entity.ts';
import { dueAt } from '../gates/due-at.ts';
import type { Gate } from '../gates/gate.ts';
import { outlookOf } from '../gates.ts';
import { moveJob, parkJob } from '../jobs/job-moves.ts';
import { quietEndOf } from '../jobs/readiness.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { lockGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { beginTry, type Claim, checkedSend, creditOf, type GateRows, gatesOfSend } from './begin-try.ts';
import { type Due, loadDue } from './load-due.ts';
import { respectRateLimits } from './respect-rate-limits.ts';
import { isOneTooMany } from './retry-delay.ts';

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
  const { claim, attempt } = await beginTry(ctx, { draft, ...send }, open.gates);
  ctx.em.create(Attempt, attempt);
  return claim;
}

interface Open {
  gates: Gate[];
  /** Whose limits the credit counts against beside those of whoever asked. */
  coGrantIds: string[];
  /** What the gates were asked by. */
  rows: GateRows;
}

/** The gates as they stand, where all of them are open; null, and the job waits, where one is not. */
async function openGates(ctx: Context, { job, draft, publication, grantsOf }: Due & { draft: LockedDraft }): Promise<Open | null> {
  const { snapshots, rows } = await lockGateSnapshots(ctx, [job], grantsOf);
  const snapshot = snapshots.get(job.id);
  if (!snapshot) throw new Error(`The gates of ${job.id} were not read.`);
  const gates = gatesOfSend(snapshot);
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
    await holdCredit(ctx, creditOf(job, publication, coGrantIds));
    return true;
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'insufficient_credits')) throw error;
    parkJob(ctx, job, draft);
    await ctx.em.flush();
    return false;
  }
}

/** What goes out by a standing approval counts for the day on which it does; the lock of the gates is still held. */
async function countToday(ctx: Context, { byStanding }: GateRows): Promise<void> {
  for (const { approval_id: id, day } of byStanding)
    await withNextQuestion(ctx.em, 'update approvals set standing_day = ? where id = ? and standing_day <> ?', [day, id, day]);
}
