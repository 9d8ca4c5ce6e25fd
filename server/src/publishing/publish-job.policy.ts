import { canIn } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { retriesOf } from './jobs/explain-jobs.ts';
import type { Publication } from './publication.entity.ts';
import { LIVE_STATES, type PublishJob } from './publish-job.entity.ts';

export type JobAction = 'cancel' | 'retry';

/** What this caller may do with the job next; in an archived workspace it can only be ended. */
export function jobActions(
  ctx: Context,
  job: PublishJob,
  {
    publications,
    isArchived,
  }: { publications: readonly Pick<Publication, 'state' | 'failureCode' | 'connectionId'>[]; isArchived: boolean },
): JobAction[] {
  if (!mayWrite(ctx, job)) return [];
  const isLive = LIVE_STATES.some((state) => state === job.state);
  const isCancellable = isLive && (job.cancelledAt == null || publications.some(({ state }) => state === 'pending'));
  const isRetriable = !isArchived && retriesOf(job, publications, ctx.actor).length > 0;
  return [...(isCancellable ? (['cancel'] as const) : []), ...(isRetriable ? (['retry'] as const) : [])];
}

function mayWrite(ctx: Context, job: PublishJob): boolean {
  const { actor } = ctx;
  if (actor.kind === 'agent') return actor.workspaceId === job.workspaceId && actor.scopes.includes('jobs:write');
  if (actor.kind === 'user') return canIn(ctx, job.accountId, 'write');
  return actor.kind === 'operator';
}
