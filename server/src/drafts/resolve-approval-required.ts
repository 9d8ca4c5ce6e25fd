import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import type { PublishMode } from './draft.entity.ts';

export interface ApprovalWish {
  approvalRequired?: boolean;
  publishMode?: PublishMode;
}

export interface ResolvedApproval {
  approvalRequired: boolean;
  publishMode: PublishMode;
  notices: RequestNotice[];
}

/**
 * Resolves a request's `approval_required` and `publish_mode`. Requests can tighten, never loosen: `false` and `auto`
 * count only if the grant has `publish:auto` and the workspace allows it too. Otherwise approval is required, `auto`
 * becomes `approval_queue`, and a notice says so.
 */
export function resolveApprovalRequired(actor: Actor, workspace: Workspace, wish: ApprovalWish): ResolvedApproval {
  const publishMode = wish.publishMode ?? 'draft_only';
  const wantsNone = wish.approvalRequired === false || publishMode === 'auto';
  if (!wantsNone) return { approvalRequired: true, publishMode, notices: [] };

  const refusal = wish.approvalRequired === true ? say`approval_required is true.` : refusalOf(actor, workspace, publishMode);
  if (!refusal) return { approvalRequired: false, publishMode, notices: [] };
  return {
    approvalRequired: true,
    publishMode: publishMode === 'auto' ? 'approval_queue' : publishMode,
    notices: [{ code: 'approval_still_required', message: say`This still needs approval: ${refusal}` }],
  };
}

function refusalOf(actor: Actor, workspace: Workspace, publishMode: PublishMode): Sentence | null {
  if (publishMode === 'approval_queue') return say`publish_mode is approval_queue. Send auto to go without, where that is allowed.`;
  if (actor.kind !== 'agent') return say`only an agent with the scope publish:auto may go without.`;
  if (!actor.scopes.includes('publish:auto')) return say`the grant does not carry the scope publish:auto.`;
  if (!workspace.allowsAuto) return say`the workspace does not allow publishing without approval.`;
  return null;
}

/** A notice for programs: in English. */
export type EnglishNotice = Omit<RequestNotice, 'message'> & { message: string };

export const noticeInEnglish = ({ message, ...notice }: RequestNotice): EnglishNotice => ({ ...notice, message: String(message) });

/** A span of the source text that a post leaves out. */
interface NoticeOmission {
  text: string;
  reason: string;
  /** UTF-16 units in the source text. */
  start: number;
  end: number;
}

/** Information about a request that succeeded differently than requested. */
export interface RequestNotice {
  code:
    | 'approval_still_required'
    | 'nothing_to_publish'
    | 'persons_words_kept'
    | 'captions_kept'
    | 'model_unavailable'
    | 'model_words_refused'
    | 'model_budget_spent'
    | 'language_not_followed'
    | 'tone_not_followed'
    | 'link_card_missing'
    | 'link_card_without_picture'
    | 'mention_not_linked'
    | 'left_out'
    | 'shortened'
    | 'needs_person';
  message: Sentence;
  /** The platform concerned; absent if it is about the whole request. */
  platform?: string;
  /** With `left_out` and `needs_person`: the parts of the source that the post omits, with their positions. */
  omissions?: NoticeOmission[];
}
