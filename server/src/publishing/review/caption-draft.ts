import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import type { Wording } from '../../access/workspace-policies.ts';
import type { Caption } from '../../captions/caption.entity.ts';
import type { GeneratedCaption } from '../../captions/caption-generator.ts';
import type { CaptionOrigin, CaptionSet } from '../../captions/caption-set.entity.ts';
import { type WrittenCaptions, writeCaptions } from '../../captions/write-captions.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import type { Draft, PublishMode } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { type ApprovalWish, resolveApprovalRequired } from '../../drafts/resolve-approval-required.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { type PreparedCaptions, wordsFor } from './content/prepare-content.ts';
import { type RevisedContent, reviseContent } from './content/revise-content.ts';
import { type DraftResult, loadDraftResult } from './draft-result.ts';
import { submitDraft } from './submit-draft.ts';

export interface CaptionDraftInput {
  workspaceId: string;
  draftId: string;
  /** The caller's own captions for some or all platforms; absent: generated. */
  captions?: GeneratedCaption[] | undefined;
  /** Generate for these platforms of the draft only; all by default. */
  platforms?: string[] | undefined;
  /**
   * Generated before the transaction, with the caller's tone and language; missing ones come from the built-in
   * generator.
   */
  words?: PreparedCaptions | undefined;
  tone?: string | null | undefined;
  language?: string | null | undefined;
  /** The draft's own by default. */
  wording?: Wording | undefined;
  /** Whether generation may also replace a person's captions. */
  replace?: boolean | undefined;
  /** The revision the caller has seen; a newer one is `stale_revision`. */
  revision?: number | undefined;
  approvalRequired?: boolean | undefined;
  publishMode?: PublishMode | undefined;
}

export interface CaptionDraftResult extends DraftResult {
  captionSet: CaptionSet;
  captions: Caption[];
}

/**
 * Replaces a draft's captions. An open or given approval is superseded and requested again; with `approval_queue` or
 * `auto` the draft is submitted once the captions are complete. Needs a transaction and `captions:write`.
 */
export async function captionDraft(ctx: Context, input: CaptionDraftInput): Promise<CaptionDraftResult> {
  assertTransaction(ctx);
  requireScope(ctx, 'captions:write');
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'write');
  const draft = await loadDraft(ctx, input.draftId, 'write');
  if (draft.workspaceId !== workspace.id) throw new DomainError('not_found');
  const wish = {
    ...(input.approvalRequired === undefined ? {} : { approvalRequired: input.approvalRequired }),
    ...(input.publishMode === undefined ? {} : { publishMode: input.publishMode }),
  };
  const captions = input.captions ?? (await generated(ctx, draft, input));
  const written = await writeWords(ctx, draft, input, captions, wish.publishMode === 'draft_only' ? {} : wish);
  const asked = resolveApprovalRequired(ctx.actor, workspace, wish);
  const result = written.submitted ?? (await submitIfRequested(ctx, draft, asked.publishMode, input.words));
  const { captionSet, captions: words, notices } = written;
  return { ...result, notices: [...notices, ...asked.notices, ...(written.submitted?.notices ?? [])], captionSet, captions: words };
}

/** Writes them and requests approval again where it was requested before. */
async function writeWords(
  ctx: Context,
  draft: Draft,
  input: CaptionDraftInput,
  captions: PreparedCaptions,
  wish: ApprovalWish,
): Promise<WrittenCaptions & Pick<RevisedContent, 'submitted'>> {
  const options = {
    ...(input.revision === undefined ? {} : { expectedRevision: input.revision }),
    ...(input.replace === undefined ? {} : { replace: input.replace }),
  };
  let written: WrittenCaptions | null = null;
  const { submitted } = await reviseContent(ctx, draft, {
    wish,
    words: input.words,
    async write(locked) {
      written = await writeCaptions(ctx, locked, captions, writerOf(ctx), options);
      return written.isChanged;
    },
  });
  if (!written) throw new Error(`The words of ${draft.id} were not written.`);
  return { ...(written as WrittenCaptions), submitted };
}

/** Submits if requested. */
async function submitIfRequested(
  ctx: Context,
  draft: Draft,
  publishMode: PublishMode,
  words: PreparedCaptions | undefined,
): Promise<Omit<DraftResult, 'notices'>> {
  if (publishMode !== 'draft_only') return submitDraft(ctx, draft, { mode: publishMode, words });
  return loadDraftResult(ctx, await lockDraft(ctx, draft.id), []);
}

async function generated(
  ctx: Context,
  draft: Draft,
  { platforms, words, tone, language, wording }: CaptionDraftInput,
): Promise<PreparedCaptions> {
  const wanted = platforms ?? draft.platforms;
  const message = say`must be one of the draft's platforms: ${draft.platforms.join(', ')}.`;
  const fields = wanted.flatMap((id, index) => (draft.platforms.includes(id) ? [] : [{ pointer: `/platforms/${index}`, message }]));
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  return wordsFor(ctx, draft, wanted, words, { tone: tone ?? null, language: language ?? null, wording });
}

function writerOf({ actor }: Context): CaptionOrigin {
  return actor.kind === 'agent' ? 'agent' : 'person';
}
