import { loadApproval } from '../../approvals/approval-queries.ts';
import { currentCaptions } from '../../captions/caption-queries.ts';
import { mergeCaptions } from '../../captions/merge-captions.ts';
import type { Context } from '../../context.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { type PreparedSet, preparePayloads } from '../../payloads/prepare-payloads.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import { safetyFindingsOf } from '../../safety/safety-queries.ts';
import { type ContentEdits, draftWithEdits } from './content-edits.ts';

export interface EditPreview extends PreparedSet {
  approvalId: string;
  findings: SafetyFinding[];
}

/**
 * What would go out with these edits, and the hash that a person signs when they approve them:
 * exactly what approveEdited() will freeze. Writes nothing. For those who may decide.
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
  return { ...prepared, approvalId, findings: findings.get(approval.id) ?? [] };
}
