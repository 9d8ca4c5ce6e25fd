import { algorithmOf } from '../../access/passkeys/webauthn.ts';
import { isErasedAddress } from '../../access/people.ts';
import { User } from '../../access/user.entity.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import { decisionsOf, type NamedDecision } from '../../approvals/decision-queries.ts';
import { signaturesByIds } from '../../approvals/signatures/accept-signature.ts';
import type { DecisionSignature } from '../../approvals/signatures/decision-signature.entity.ts';
import { StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import type { Context } from '../../context.ts';
import type { JsonObject } from '../../platforms/platform.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import type { EvidenceAddress, EvidenceApproval, EvidenceDecision, EvidenceSignature, EvidenceStanding } from './evidence-document.ts';

/** Loads the approval of a job's content with its decisions and what backs them. */
export async function loadDecided(ctx: Context, { approvalId }: PublishJob): Promise<EvidenceApproval | null> {
  const approval = approvalId ? (await findApprovals(ctx, [approvalId])).get(approvalId) : undefined;
  if (!approval) return null;
  const decisions = (await decisionsOf(ctx, [approval.id])).get(approval.id) ?? [];
  const standings = await standingsBehind(ctx, decisions);
  const addresses = await addressesOf(ctx, [
    ...decisions.flatMap(({ decision }) => decision.userId ?? []),
    ...[...standings.values()].flatMap(({ signedBy }) => signedBy ?? []),
  ]);
  const signatures = await viewsOf(
    await signaturesByIds(ctx, [
      ...decisions.flatMap(({ decision }) => decision.signatureId ?? []),
      ...[...standings.values()].flatMap(({ signatureId }) => signatureId ?? []),
    ]),
  );
  return {
    approval_id: approval.id,
    state: approval.state,
    content_hash: approval.contentHash,
    approvals_required: approval.approvalsRequired,
    ...(approval.stages.length > 0 && { stages: approval.stages.map(({ name, who, required, key }) => ({ name, who, required, key })) }),
    signature_required: approval.requiresSignature,
    asked_at: approval.createdAt.toISOString(),
    decisions: decisions.map((named) => presentDecision(named, { standings, signatures, addresses })),
  };
}

interface Behind {
  standings: ReadonlyMap<string, StandingApproval>;
  signatures: ReadonlyMap<string, EvidenceSignature>;
  addresses: ReadonlyMap<string, EvidenceAddress>;
}

function presentDecision({ decision: row, by }: NamedDecision, { standings, signatures, addresses }: Behind): EvidenceDecision {
  const {
    id,
    decision,
    comment,
    userId,
    clientLinkId,
    clientEmail,
    clientName,
    standingId,
    counts,
    contentHash,
    createdAt,
    signatureId,
    stage,
  } = row;
  return {
    decision_id: id,
    decision,
    comment: comment ?? null,
    by: clientEmail && !isErasedAddress(clientEmail) ? clientEmail : String(by),
    ...(clientName && { client_name: clientName }),
    user_id: userId ?? null,
    ...addressView(addresses.get(userId ?? '') ?? clientAddress(clientEmail, createdAt)),
    client_link_id: clientLinkId ?? null,
    counts,
    content_hash: contentHash,
    ...(stage && { stage }),
    at: createdAt.toISOString(),
    ...standingView(standings.get(standingId ?? ''), signatures, addresses),
    signed_by: signatureId ? 'passkey' : clientLinkId ? 'client_link' : standingId ? 'standing_approval' : 'session',
    signature: signatures.get(signatureId ?? '') ?? null,
  };
}

async function viewsOf(signatures: ReadonlyMap<string, DecisionSignature>): Promise<Map<string, EvidenceSignature>> {
  return new Map(await Promise.all([...signatures].map(async ([id, signature]) => [id, await signatureView(signature)] as const)));
}

async function signatureView(signature: DecisionSignature): Promise<EvidenceSignature> {
  return {
    statement: { ...signature.statement } as unknown as JsonObject,
    algorithm: await algorithmOf(signature.publicKey),
    credential_id: signature.credentialId,
    public_key: signature.publicKey,
    authenticator_data: signature.authenticatorData,
    client_data_json: signature.clientDataJson,
    signature: signature.signature,
  };
}

async function addressesOf(ctx: Context, userIds: readonly string[]): Promise<Map<string, EvidenceAddress>> {
  const users = userIds.length > 0 ? await ctx.em.find(User, { id: { $in: [...new Set(userIds)] } }) : [];
  return new Map(
    users.map(({ id, email, emailConfirmedAt, emailProof }) => [
      id,
      { email, confirmed_at: emailConfirmedAt?.toISOString() ?? null, proof: emailProof ?? null },
    ]),
  );
}

/** A client decides only after the code that was mailed to their address; unknown once they are erased. */
const clientAddress = (email: string | null | undefined, at: Date): EvidenceAddress | undefined =>
  email && !isErasedAddress(email) ? { email, confirmed_at: at.toISOString(), proof: 'code_mail' } : undefined;

const addressView = (address: EvidenceAddress | undefined) => (address ? { address } : {});

async function standingsBehind(ctx: Context, decisions: readonly NamedDecision[]): Promise<Map<string, StandingApproval>> {
  const ids = decisions.flatMap(({ decision }) => decision.standingId ?? []);
  const found = ids.length > 0 ? await ctx.em.find(StandingApproval, { id: { $in: ids } }) : [];
  return new Map(found.map((standing) => [standing.id, standing]));
}

function standingView(
  standing: StandingApproval | undefined,
  signatures: ReadonlyMap<string, EvidenceSignature>,
  addresses: ReadonlyMap<string, EvidenceAddress>,
): { standing_approval?: EvidenceStanding } {
  if (!standing) return {};
  const { id, agentId, signedBy, signedAt, endsAt, perDay, timeZone, credits, templateHash, template, signatureId } = standing;
  return {
    standing_approval: {
      standing_approval_id: id,
      user_id: signedBy ?? null,
      ...addressView(addresses.get(signedBy ?? '')),
      agent_id: agentId,
      signed_at: signedAt?.toISOString() ?? null,
      ends_at: endsAt?.toISOString() ?? null,
      per_day: perDay,
      time_zone: timeZone,
      credits,
      template_hash: templateHash,
      template: JSON.parse(JSON.stringify(template)) as JsonObject[],
      signature: signatures.get(signatureId ?? '') ?? null,
    },
  };
}
