import { requireScope } from '../../access/authorise.ts';
import type { GeneratedCaption } from '../../captions/caption-generator.ts';
import { writeCaptions } from '../../captions/write-captions.ts';
import type { Context } from '../../context.ts';
import { insertNew } from '../../db/insert-rows.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { type CreateDraftInput, createDraft } from '../../drafts/create-draft.ts';
import type { Notice } from '../../drafts/notice.ts';
import { DomainError } from '../../errors.ts';
import { altTextFaults, describedBy, describeMedia } from '../../media/describe-media.ts';
import type { Words } from './content/ensure-words.ts';
import type { DraftResult } from './draft-result.ts';
import { submitDraft } from './submit-draft.ts';

export interface CreateAndSubmitInput extends CreateDraftInput {
  /** The caller's own words for some or all platforms; they are kept as they are, and `captions:write` is needed for them. */
  captions?: readonly GeneratedCaption[] | undefined;
  /** What each of the pictures shows, where other than as handed in. */
  altTexts?: readonly string[] | undefined;
}

/** Creates a draft, with the words that come with it, and with `approval_queue` or `auto` submits it in the same step. Needs a transaction. */
export async function createAndSubmitDraft(ctx: Context, input: CreateAndSubmitInput, words?: Words): Promise<DraftResult> {
  assertTransaction(ctx);
  const { draft, notices } = await createDraft(ctx, { ...input, ...(await describedPictures(ctx, input)) });
  if (input.captions?.length) {
    requireScope(ctx, 'captions:write');
    await writeCaptions(ctx, draft, input.captions, ctx.actor.kind === 'agent' ? 'agent' : 'person');
  }
  if (draft.publishMode === 'draft_only') {
    await insertNew(ctx.em);
    return { draft, approval: null, job: null, notices };
  }
  const submitted = await submitDraft(ctx, draft, { mode: draft.publishMode, words, isNew: true });
  return { ...submitted, notices: unique([...notices, ...submitted.notices]) };
}

/** Nothing where the pictures stay as they were handed in. */
async function describedPictures(ctx: Context, { workspaceId, mediaIds, altTexts = [] }: CreateAndSubmitInput) {
  const fields = altTextFaults(mediaIds ?? [], altTexts);
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  if (!mediaIds || !altTexts.some(Boolean)) return {};
  return { mediaIds: await describeMedia(ctx, workspaceId, describedBy(mediaIds, altTexts)) };
}

/** Making and submitting may have the same thing to say. */
function unique(notices: readonly Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [String(notice.message), notice])).values()];
}
