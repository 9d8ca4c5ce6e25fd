import { Workspace } from '../../../access/workspace.entity.ts';
import { keepRevision } from '../../../captions/write-captions.ts';
import type { Context } from '../../../context.ts';
import { assertTransaction } from '../../../db/transaction.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { type LockedDraft, lockDraft } from '../../../drafts/lock-draft.ts';
import { type ApprovalWish, resolveApprovalRequired } from '../../../drafts/resolve-approval-required.ts';
import type { Sentence } from '../../../languages/sentence.ts';
import { liveJobOf } from '../../jobs/load-job.ts';
import { PublishJob } from '../../publish-job.entity.ts';
import type { PreparedCaptions } from './prepare-content.ts';
import { type SubmittedContent, submitContent } from './submit-content.ts';

export interface ContentChange {
  /** Applies the change; false if it changes nothing. */
  write(draft: LockedDraft): Promise<boolean>;
  /** The approval that the author of the change requests: it can tighten the current mode, never loosen it. */
  wish?: ApprovalWish;
  /** Generated before the transaction, for platforms without captions. */
  words?: PreparedCaptions | undefined;
  /** Why approval is requested again, in a sentence; absent if the content's author requested it. */
  reason?: Sentence | undefined;
  /** The id of the new request, if it was generated before because a person has already signed it. */
  approvalId?: string | undefined;
}

export interface RevisedContent {
  isChanged: boolean;
  /** The new submission; null if nothing changed, or nothing was submitted before. */
  submitted: SubmittedContent | null;
}

/**
 * The only way to change what a draft would publish: its approval is requested again for the new content, by
 * the same job and in the same name, as a further revision. It needs no approval only if the author of the
 * change may also publish without one and does not request one. `invalid_state` once anything was sent. The
 * caller has authorised the change. Needs a transaction.
 */
export async function reviseContent(ctx: Context, draft: Draft, change: ContentChange): Promise<RevisedContent> {
  assertTransaction(ctx);
  const locked = await lockDraft(ctx, draft.id);
  const live = await liveJobOf(ctx, locked.id);
  const job = live ?? (await jobOfRequest(ctx, locked));
  const before = { ...locked };
  if (!(await change.write(locked))) return { isChanged: false, submitted: null };
  await keepRevision(ctx, before, locked);
  if (!job) return { isChanged: true, submitted: null };
  const mode = await modeAfter(ctx, job, change.wish);
  const author = { grantId: job.grantId ?? null, userId: job.userId ?? null };
  return {
    isChanged: true,
    submitted: await submitContent(ctx, locked, {
      live,
      mode,
      author,
      words: change.words,
      reason: change.reason,
      approvalId: change.approvalId,
    }),
  };
}

/** Earlier versions ended the job when changes were requested: a new job repeats the submission. */
async function jobOfRequest(ctx: Context, { id, state }: Draft): Promise<PublishJob | null> {
  if (state !== 'changes_requested') return null;
  return ctx.em.findOne(PublishJob, { draftId: id, mode: 'approval' }, { orderBy: { createdAt: 'desc', id: 'desc' } });
}

async function modeAfter(ctx: Context, job: PublishJob, wish: ApprovalWish = {}): Promise<PublishJob['mode']> {
  // The service itself never changes content; it only recomputes the targets.
  if (job.mode === 'approval' || ctx.actor.kind === 'system') return job.mode;
  const workspace = await ctx.em.findOneOrFail(Workspace, job.workspaceId, { refresh: true });
  return resolveApprovalRequired(ctx.actor, workspace, { publishMode: 'auto', ...wish }).approvalRequired ? 'approval' : 'auto';
}
