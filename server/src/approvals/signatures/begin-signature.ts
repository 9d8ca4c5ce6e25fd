import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../new-id.ts';
import { Approval } from '../approval.entity.ts';
import { requestSignature, type SignatureRequest } from './request-signature.ts';
import { challengeFor, STATEMENT_FORMAT, type StatedDecision, type Statement } from './statement.ts';

/** What a person sees and is about to approve. */
export interface ToBeSigned {
  approvalId: string;
  contentHash: string;
  /** If they edited it: the hash of the edited content. */
  editedHash?: string | null | undefined;
}

/**
 * Stores what the signed-in person is about to approve as the challenge for their passkey: valid for five minutes,
 * once, in this session. Content changed since it was seen is left out, and refused by the decision. Refuses:
 * not_found, insufficient_role (agents too), passkey_missing, content_changed if nothing is left. Needs a
 * transaction.
 */
export async function beginSignature(
  ctx: Context,
  workspaceId: string,
  asked: readonly ToBeSigned[],
): Promise<SignatureRequest<Statement>> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, workspaceId, 'decide');
  requirePerson(ctx);
  const approvals = await ctx.em.find(Approval, { id: { $in: asked.map(({ approvalId }) => approvalId) }, workspaceId });
  const byId = new Map(approvals.map((approval) => [approval.id, approval]));
  const decisions = asked.flatMap((wish) => statedDecision(byId.get(wish.approvalId), wish));
  if (decisions.length === 0) throw new DomainError(approvals.length === 0 ? 'not_found' : 'content_changed');
  return requestSignature(
    ctx,
    (around): Statement => ({ format: STATEMENT_FORMAT, workspace_id: workspaceId, decisions, ...around }),
    challengeFor,
  );
}

function statedDecision(approval: Approval | undefined, { contentHash, editedHash }: ToBeSigned): StatedDecision[] {
  if (approval?.state !== 'pending' || approval.contentHash !== contentHash) return [];
  const { id, revision } = approval;
  const stated = { revision, decision: 'approved' } as const;
  if (!editedHash) return [{ ...stated, approval_id: id, content_hash: contentHash }];
  // The edits become a request of their own, whose id is chosen in advance.
  return [{ ...stated, approval_id: newId('apr'), content_hash: editedHash, edited_from: { approval_id: id, content_hash: contentHash } }];
}
