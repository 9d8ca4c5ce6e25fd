import type { Context } from '../../context.ts';
import { DecisionSignature } from './decision-signature.entity.ts';
import { type SignatureParts, signatureFault } from './verify-signature.ts';

/** Signatures by id, for decisions that the caller may see. */
export async function signaturesByIds(ctx: Context, ids: readonly string[]): Promise<Map<string, DecisionSignature>> {
  if (ids.length === 0) return new Map();
  const signatures = await ctx.em.find(DecisionSignature, { id: { $in: [...new Set(ids)] } });
  return new Map(signatures.map((signature) => [signature.id, signature]));
}

/** A signed approval, as read by SIGNED_APPROVALS. */
export interface SignedApproval extends SignatureParts {
  userId: string;
  at: string;
}

/** The signed decisions on an approval `a`, as an SQL column. */
export const SIGNED_APPROVALS = `(
  select json_agg(json_build_object('userId', d.user_id, 'at', d.created_at, 'statement', s.statement, 'credentialId', s.credential_id,
    'publicKey', s.public_key, 'authenticatorData', s.authenticator_data, 'clientDataJson', s.client_data_json, 'signature', s.signature))
  from approval_decisions d join decision_signatures s on s.id = d.signature_id
  where d.approval_id = a.id and d.decision = 'approved'
)`;

/** The number of valid ones, verified like a third party would: the row alone is not trusted. */
export async function countValid(
  signed: readonly SignedApproval[],
  approval: { id: string; workspaceId: string; contentHash: string },
): Promise<number> {
  const { id: approvalId, workspaceId, contentHash } = approval;
  const faults = await Promise.all(
    signed.map((own) => signatureFault(own, { workspaceId, userId: own.userId, approvalId, contentHash, at: new Date(own.at) })),
  );
  return faults.filter((fault) => fault === null).length;
}
