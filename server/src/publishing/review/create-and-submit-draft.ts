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
  /** The caller's own captions for some or all platforms; stored unchanged, needs `captions:write`. */
  captions?: readonly GeneratedCaption[] | undefined;
  /** Descriptions of the images, where different from the uploaded ones. */
  altTexts?: readonly string[] | undefined;
}

/** Creates a draft with its captions; with `approval_queue` or `auto` also submits it. Needs a transaction. */
export async function createAndSubmitDraft(ctx: Context, input: CreateAndSubmitInput, words?: Words): Promise<DraftResult> {
  assertTransaction(ctx);
  const { draft, notices } = await createDraft(ctx, { ...input, ...(await describedPictures(ctx, input)) });
  if (input.captions?.length) {
    requireScope(ctx, 'captions:write');
    await writeCaptions(ctx, draft, input.captions, ctx.actor.kind === 'agent' ? 'agent' : 'person');
  }
  if (draft.publishMode === 'draft_only') {
    insertNew(ctx);
    return { draft, approval: null, job: null, notices };
  }
  const submitted = await submitDraft(ctx, draft, { mode: draft.publishMode, words, isNew: true });
  return { ...submitted, notices: unique([...notices, ...submitted.notices]) };
}

/** Nothing if the images keep their uploaded descriptions. */
async function describedPictures(ctx: Context, { workspaceId, mediaIds, altTexts = [] }: CreateAndSubmitInput) {
  const fields = altTextFaults(mediaIds ?? [], altTexts);
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  if (!mediaIds || !altTexts.some(Boolean)) return {};
  return { mediaIds: await describeMedia(ctx, workspaceId, describedBy(mediaIds, altTexts)) };
}

/** Creating and submitting may report the same notice. */
function unique(notices: readonly Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [String(notice.message), notice])).values()];
}
