import { loadApproval } from '../../../approvals/approval-queries.ts';
import type { GeneratedCaption } from '../../../captions/caption-generator.ts';
import { currentCaptions } from '../../../captions/caption-queries.ts';
import { checkWordings } from '../../../captions/check-wordings.ts';
import { mergeCaptions } from '../../../captions/merge-captions.ts';
import type { Context } from '../../../context.ts';
import { creditsOn, readSurcharges, surchargeIn } from '../../../credits/surcharges.ts';
import { checkDraftFields } from '../../../drafts/check-draft-fields.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { loadDraft } from '../../../drafts/draft-queries.ts';
import { type PreparedSet, preparePayloads } from '../../../payloads/prepare-payloads.ts';
import { chargeOf, hasLink } from '../../../platforms/platform/charges.ts';
import type { SafetyFinding } from '../../../safety/safety-finding.ts';
import { safetyFindingsOf } from '../../../safety/safety-queries.ts';
import type { PostCost } from '../../precheck-usage.ts';

export interface EditPreview extends PreparedSet {
  approvalId: string;
  findings: SafetyFinding[];
  /** Its cost if submitted: other text may have another surcharge. */
  posts: PostCost[];
}

/**
 * Previews the content with these edits, and the hash that a person signs when approving them: exactly what
 * approveEdited() will freeze. Read-only. For people who may decide.
 */
export async function previewEdits(ctx: Context, approvalId: string, edits: ContentEdits): Promise<EditPreview> {
  const approval = await loadApproval(ctx, approvalId, 'decide');
  const { draft, words } = await draftWithEdits(ctx, await loadDraft(ctx, approval.draftId), edits);
  const current = await currentCaptions(ctx, draft.id);
  const merged = mergeCaptions(draft.platforms, current?.captions ?? [], words, 'person', true);
  const prepared = await preparePayloads(ctx, draft, merged.captions);
  const checked = prepared.payloads.map((payload) => ({ ...payload, draftId: draft.id }));
  const { workspaceId } = draft;
  const set = { id: approval.id, draftId: draft.id, workspaceId, contentHash: prepared.contentHash, payloads: checked };
  const findings = await safetyFindingsOf(ctx, [set]);
  const surcharges = await readSurcharges(ctx);
  const posts = prepared.payloads.map(({ platform, connectionId = null, preview }): PostCost => {
    const credits = creditsOn({ platform, hasLink: hasLink(preview), isEdit: Boolean(draft.editsPublicationId) }, surcharges);
    const charge = chargeOf(ctx.platforms.get(platform)?.charges ?? [], preview);
    return { platform, connectionId, credits, surcharge: surchargeIn(credits), charge };
  });
  return { ...prepared, approvalId, findings: findings.get(approval.id) ?? [], posts };
}

/** A person's edits while approving. Absent values stay unchanged. */
export interface ContentEdits {
  /** Captions for some of the platforms; the others keep theirs. */
  captions?: GeneratedCaption[];
  platforms?: string[];
  connectionIds?: string[] | null;
  /** Null: as soon as possible. */
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
