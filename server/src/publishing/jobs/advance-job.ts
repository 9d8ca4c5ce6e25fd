import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type LockedDraft, lockDraft, lockDrafts, moveDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import { isHeld } from '../gates/target-faults.ts';
import { evaluateGates, forecastOf, type Gate } from '../gates.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { explainSnapshot, type JobExplanation } from './explain-jobs.ts';
import { isRetimed, quietEndOf } from './readiness.ts';
import { moveJob, parkJob } from './roll-up-job.ts';

interface AdvancedJob {
  job: PublishJob;
  /** The result of the gates; null once the job is past them. */
  explanation: JobExplanation | null;
}

/** Evaluates a waiting job's gates and advances it as far as they permit. Idempotent; needs a transaction. */
export async function advanceJob(ctx: Context, jobId: string): Promise<AdvancedJob> {
  assertTransaction(ctx);
  const job = await ctx.em.findOne(PublishJob, jobId);
  if (!job) throw new DomainError('not_found');
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const [advanced] = await advanceLocked(ctx, [job], new Map([[draft.id, draft]]));
  return advanced ?? { job, explanation: null };
}

/** Advances a job that this transaction has written, or read under the lock of its draft, so both are current. */
export async function advanceOwnJob(ctx: Context, job: PublishJob, draft: LockedDraft): Promise<AdvancedJob> {
  assertTransaction(ctx);
  const [advanced] = await advanceLocked(ctx, [job], new Map([[draft.id, draft]]));
  return advanced ?? { job, explanation: null };
}

/** As above for many jobs, in about twelve statements and one per queue entry. */
export async function advanceJobs(ctx: Context, jobIds: readonly string[]): Promise<AdvancedJob[]> {
  assertTransaction(ctx);
  const where = { id: { $in: [...jobIds] } };
  const known = await ctx.em.find(PublishJob, where);
  const drafts = await lockDrafts(
    ctx,
    known.map(({ draftId }) => draftId),
  );
  const jobs = await ctx.em.find(PublishJob, where, { orderBy: { id: 'asc' }, refresh: true });
  return advanceLocked(ctx, jobs, new Map(drafts.map((draft) => [draft.id, draft])));
}

async function advanceLocked(ctx: Context, jobs: readonly PublishJob[], drafts: ReadonlyMap<string, LockedDraft>): Promise<AdvancedJob[]> {
  const snapshots = await loadGateSnapshots(
    ctx,
    jobs.filter(({ state }) => state === 'blocked' || state === 'ready'),
  );
  const sent: PublishJob[] = [];
  const advanced = jobs.map((job): AdvancedJob => {
    const snapshot = snapshots.get(job.id);
    const draft = drafts.get(job.draftId);
    if (!snapshot || !draft) return { job, explanation: null };
    const gates = evaluateGates(snapshot);
    if (move(ctx, job, draft, { snapshot, gates })) sent.push(job);
    return { job, explanation: explainSnapshot(snapshot, gates) };
  });
  await enqueuePending(ctx, sent, (publication) => {
    const snapshot = snapshots.get(publication.jobId);
    return snapshot !== undefined && isHeld(snapshot, publication);
  });
  await ctx.em.flush();
  return advanced;
}

/** Moves a waiting job by its gates. Returns whether it must be queued. */
function move(ctx: Context, job: PublishJob, draft: LockedDraft, { snapshot, gates }: { snapshot: GateSnapshot; gates: Gate[] }): boolean {
  const forecast = forecastOf(gates);
  if (forecast === 'block') {
    parkJob(ctx, job, draft);
    return false;
  }
  const isDue = forecast === 'pass';
  if (!isDue && job.state === 'ready' && !isRetimed(job, snapshot)) return false;
  moveJob(ctx, job, isDue ? 'queued' : 'ready');
  job.quietUntil = quietEndOf(job, snapshot);
  if (!isDue && draft.state === 'approved') moveDraft(ctx, draft, 'scheduled');
  return true;
}

/** Queues the jobs' pending publications for their time, except held ones, in the transaction that causes it. */
export async function enqueuePending(
  ctx: Context,
  jobs: readonly PublishJob[],
  isHeld: (publication: Publication) => boolean = () => false,
): Promise<void> {
  if (jobs.length === 0) return;
  await ctx.em.flush();
  const now = ctx.clock.now();
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const where = { jobId: { $in: [...byId.keys()] }, state: 'pending' as const };
  for (const publication of await ctx.em.find(Publication, where, { orderBy: { id: 'asc' }, refresh: true })) {
    if (isHeld(publication)) continue;
    const job = byId.get(publication.jobId);
    const startAfter = [job?.scheduledAt, job?.quietUntil, publication.nextAttemptAt]
      .filter((time) => time != null && time > now)
      .sort((a, b) => Number(b) - Number(a))[0];
    await ctx.queue.enqueue(ctx.em, publication, startAfter ?? undefined);
  }
}
