import type { Static } from 'typebox';
import type { Approval } from '../../approvals/approval.entity.ts';
import { type Said, saidPart } from '../../approvals/decision-queries.ts';
import type { Context } from '../../context.ts';
import { readTogether } from '../../db/read-together.ts';
import { idsOf } from '../../db/reading/query.ts';
import type { ContentChange } from '../../publishing/review/changes-by-people.ts';
import type { ApprovalSchema, ContentChangeSchema, DecidedApprovalSchema } from './common.schemas.ts';

export function approvalView(approval: Approval): Static<typeof ApprovalSchema> {
  return {
    approval_id: approval.id,
    state: approval.state,
    content_hash: approval.contentHash,
    expires_at: approval.expiresAt.toISOString(),
  };
}

/** Approvals with all decisions and reasons, by approval id. One query for any number. */
export async function presentApprovals(
  ctx: Context,
  approvals: readonly Approval[],
): Promise<Map<string, Static<typeof DecidedApprovalSchema>>> {
  const { said } = await readTogether(ctx.em, { said: saidPart(idsOf(approvals.map(({ id }) => id))) });
  const byApproval = Map.groupBy(said, ({ approvalId }) => approvalId);
  return new Map(approvals.map((approval) => [approval.id, decidedApprovalView(approval, byApproval.get(approval.id) ?? [])]));
}

export function decidedApprovalView(approval: Approval, said: readonly Said[]): Static<typeof DecidedApprovalSchema> {
  return {
    ...approvalView(approval),
    standing_approval_id: approval.standingId ?? null,
    decisions: said.map(({ decision, comment, role, client, signed, createdAt }) => ({
      decision,
      comment,
      role,
      client,
      signed,
      decided_at: createdAt.toISOString(),
    })),
  };
}

export function changeView({ platform, field, before, after }: ContentChange): Static<typeof ContentChangeSchema> {
  return { platform, field, before, after };
}

/** The console's page for the decision, while the approval is pending. */
export function approvalUrl(ctx: Context, approval: Approval | null): { approval_url?: string } {
  return approval?.state === 'pending' ? { approval_url: `${ctx.config.publicUrl}/approvals/${approval.id}` } : {};
}
