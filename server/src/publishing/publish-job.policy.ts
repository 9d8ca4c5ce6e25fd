import { canIn } from '../access/authorise.ts';
import { maySee } from '../connections/connection-queries.ts';
import type { Context } from '../context.ts';
import { retriesOf } from './jobs/explain-jobs.ts';
import { isRemoval } from './jobs/post-queries.ts';
import type { Publication } from './publication.entity.ts';
import { LIVE_STATES, type PublishJob } from './publish-job.entity.ts';
import type { Retraction } from './retraction.entity.ts';
import type { Verification } from './verification.entity.ts';

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

export type PostAction = 'request_edit' | 'request_retraction';

interface PostNow {
  retraction: Pick<Retraction, 'state' | 'isPostGone'> | null;
  /** The newest one. */
  verification: Pick<Verification, 'result'> | null;
  /** Its text can take no edit; absent where that was not asked. */
  isWithoutEdit?: boolean;
}

/** What can be requested for a published post: a removal that left the first comment can be repeated. */
export function requestsFor(
  { platforms }: Pick<Context, 'platforms'>,
  { state, platform: id, providerId }: Pick<Publication, 'state' | 'platform' | 'providerId'>,
  { retraction, verification, isWithoutEdit = false }: PostNow,
): PostAction[] {
  const platform = platforms.get(id);
  if (state !== 'published' || !providerId) return [];
  const isTaken = retraction?.state === 'signed' || retraction?.state === 'removed';
  const isEditable =
    platform?.edits !== undefined && !isWithoutEdit && !(retraction && isRemoval(retraction)) && verification?.result !== 'gone';
  const isRemovable = platform?.retract !== undefined && !isTaken;
  return [...(isEditable ? (['request_edit'] as const) : []), ...(isRemovable ? (['request_retraction'] as const) : [])];
}

/** Those that the caller may make. */
export function postActions(
  ctx: Context,
  job: PublishJob,
  post: Pick<Publication, 'state' | 'platform' | 'providerId'>,
  now: PostNow,
): PostAction[] {
  const { actor } = ctx;
  if (!mayWrite(ctx, job) || !maySee(ctx, post)) return [];
  const mayEdit = actor.kind !== 'agent' || (['drafts:write', 'captions:write'] as const).every((scope) => actor.scopes.includes(scope));
  return requestsFor(ctx, post, now).filter((action) => action !== 'request_edit' || mayEdit);
}
