import type { Context } from '../context.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { lockDraft } from '../drafts/lock-draft.ts';
import { LIVE_STATES } from './live-job.ts';
import { PublishJob } from './publish-job.entity.ts';
import type { JobAuthor } from './submit-content.ts';

export interface StandingRequest {
  mode: 'approval' | 'auto';
  author: JobAuthor;
}

/**
 * What is asked for on a draft's behalf, and so is asked for again, in the same name, after its
 * content has changed: by the live job, or by the last one where changes were requested. Null:
 * nothing is. Read before the change; locks the draft.
 */
export async function standingRequest(ctx: Context, draft: Draft): Promise<StandingRequest | null> {
  const locked = await lockDraft(ctx, draft.id);
  const last = await ctx.em.findOne(PublishJob, { draftId: locked.id }, { orderBy: { id: 'desc' }, refresh: true });
  if (!last) return null;
  const isLive = LIVE_STATES.some((state) => state === last.state);
  if (!isLive && locked.state !== 'changes_requested') return null;
  return { mode: last.mode, author: { grantId: last.grantId ?? null, userId: last.userId ?? null } };
}
