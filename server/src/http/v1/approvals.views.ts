import type { Static } from 'typebox';
import { Membership } from '../../access/membership.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { decisionsOf } from '../../approvals/decision-queries.ts';
import type { Context } from '../../context.ts';
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

/** Approvals with everything that people said, by approval id. Three queries, however many. */
export async function presentApprovals(
  ctx: Context,
  approvals: readonly Approval[],
): Promise<Map<string, Static<typeof DecidedApprovalSchema>>> {
  if (approvals.length === 0) return new Map();
  const decisions = await decisionsOf(
    ctx,
    approvals.map(({ id }) => id),
  );
  const people = [...decisions.values()].flat().flatMap(({ decision }) => decision.userId ?? []);
  const members = people.length === 0 ? [] : await ctx.em.find(Membership, { userId: { $in: people } });
  const roles = new Map(members.map(({ accountId, userId, role }) => [`${accountId}/${userId}`, role]));
  return new Map(
    approvals.map((approval) => [
      approval.id,
      {
        ...approvalView(approval),
        decisions: (decisions.get(approval.id) ?? []).map(
          ({ decision: { decision, comment = null, userId, clientEmail = null, signatureId, createdAt } }) => ({
            decision,
            comment,
            role: clientEmail ? 'client' : (roles.get(`${approval.accountId}/${userId}`) ?? null),
            client: clientEmail,
            signed: signatureId != null,
            decided_at: createdAt.toISOString(),
          }),
        ),
      },
    ]),
  );
}

export function changeView({ platform, field, before, after }: ContentChange): Static<typeof ContentChangeSchema> {
  return { platform, field, before, after };
}

/** The console's page for the decision, while one is awaited. */
export function approvalUrl(ctx: Context, approval: Approval | null): { approval_url?: string } {
  return approval?.state === 'pending' ? { approval_url: `${ctx.config.publicUrl}/approvals/${approval.id}` } : {};
}
