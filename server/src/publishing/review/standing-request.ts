import { Workspace } from '../../access/workspace.entity.ts';
import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { type ApprovalWish, resolveApprovalRequired } from '../../drafts/resolve-approval-required.ts';
import { LIVE_STATES } from '../jobs/live-job.ts';
import { PublishJob } from '../publish-job.entity.ts';
import type { JobAuthor } from './submit-content.ts';

export interface StandingRequest {
  mode: 'approval' | 'auto';
  author: JobAuthor;
}

/**
 * What is asked for on a draft's behalf, and so is asked for again, in the same name, after its
 * content has changed: by the live job, or by the last one where changes were requested. Null:
 * nothing is. It goes without a person again only where whoever changes it may do that too, and does
 * not wish for an approval. Read before the change; locks the draft.
 */
export async function standingRequest(ctx: Context, draft: Draft, wish: ApprovalWish = {}): Promise<StandingRequest | null> {
  const locked = await lockDraft(ctx, draft.id);
  const last = await ctx.em.findOne(PublishJob, { draftId: locked.id }, { orderBy: { id: 'desc' }, refresh: true });
  if (!last) return null;
  const isLive = LIVE_STATES.some((state) => state === last.state);
  if (!isLive && locked.state !== 'changes_requested') return null;
  const staysAuto = last.mode === 'auto' && (await mayGoWithoutPerson(ctx, locked, wish));
  return { mode: staysAuto ? 'auto' : 'approval', author: { grantId: last.grantId ?? null, userId: last.userId ?? null } };
}

async function mayGoWithoutPerson(ctx: Context, draft: Draft, wish: ApprovalWish): Promise<boolean> {
  // Nobody has changed the words; only the targets are found anew.
  if (ctx.actor.kind === 'system') return true;
  const workspace = await ctx.em.findOneOrFail(Workspace, draft.workspaceId, { refresh: true });
  return !resolveApprovalRequired(ctx.actor, workspace, { publishMode: 'auto', ...wish }).approvalRequired;
}
