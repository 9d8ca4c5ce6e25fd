import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { moveDraft } from '../../drafts/move-draft.ts';
import { DomainError } from '../../errors.ts';
import { evaluateGates } from '../gates.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { enqueuePending } from './enqueue-pending.ts';
import { explainSnapshot, type JobExplanation } from './explain-jobs.ts';
import { moveJob } from './move-job.ts';
import { parkJob } from './park-job.ts';
import { waitsForTimeOnly } from './readiness.ts';
import { isRetimed, quietEndOf } from './wait-until.ts';

export interface AdvancedJob {
  job: PublishJob;
  /** What its gates said; null where the job is past them. */
  explanation: JobExplanation | null;
}

/** Looks at a waiting job's gates again and moves it as far as they let it. Harmless at any time; needs a transaction. */
export async function advanceJob(ctx: Context, jobId: string): Promise<AdvancedJob> {
  assertTransaction(ctx);
  const job = await ctx.em.findOne(PublishJob, jobId);
  if (!job) throw new DomainError('not_found');
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  if (job.state !== 'blocked' && job.state !== 'ready') return { job, explanation: null };

  const snapshot = (await loadGateSnapshots(ctx, [job])).get(job.id);
  if (!snapshot) throw new Error(`${job.id} has no gate snapshot.`);
  const gates = evaluateGates(snapshot);
  const isDue = gates.every(({ status }) => status === 'pass');
  if (!isDue && !waitsForTimeOnly(gates)) {
    parkJob(ctx, job, draft);
  } else if (isDue || job.state === 'blocked' || isRetimed(job, snapshot)) {
    moveJob(ctx, job, isDue ? 'queued' : 'ready');
    job.quietUntil = quietEndOf(job, snapshot);
    if (!isDue && draft.state === 'approved') moveDraft(ctx, draft, 'scheduled');
    await enqueuePending(ctx, job);
  }
  await ctx.em.flush();
  return { job, explanation: explainSnapshot(snapshot, gates) };
}
