import type { GeneratedCaption } from '../../captions/caption-generator.ts';
import { checkWordings } from '../../captions/check-wordings.ts';
import type { Context } from '../../context.ts';
import { checkDraftFields } from '../../drafts/check-draft-fields.ts';
import type { Draft } from '../../drafts/draft.entity.ts';

/** What a person changes in the very act of approving. What is left out stays as it is. */
export interface ContentEdits {
  /** Words for some of the platforms; the others keep theirs. */
  captions?: GeneratedCaption[];
  platforms?: string[];
  connectionIds?: string[] | null;
  /** Null: as soon as it may. */
  scheduledAt?: Date | null;
}

/** The draft as it would be with the edits; nothing is written. Throws `validation_failed`, `unknown_platform`. */
export async function draftWithEdits(
  ctx: Context,
  draft: Draft,
  edits: ContentEdits,
): Promise<{ draft: Draft; words: GeneratedCaption[] }> {
  const { platforms = draft.platforms, connectionIds = draft.connectionIds ?? null, scheduledAt } = edits;
  const areTargetsEdited = edits.platforms !== undefined || edits.connectionIds !== undefined;
  await checkDraftFields(ctx, draft.workspaceId, {
    ...(areTargetsEdited ? { targets: { platforms, connectionIds } } : {}),
    ...(scheduledAt === undefined || scheduledAt?.getTime() === draft.scheduledAt?.getTime() ? {} : { scheduledAt }),
  });
  const edited = { ...draft, platforms: [...new Set(platforms)], connectionIds, ...(scheduledAt === undefined ? {} : { scheduledAt }) };
  return { draft: edited, words: checkWordings(ctx, edited, edits.captions ?? []) };
}
