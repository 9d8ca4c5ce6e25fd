import { randomBytes } from 'node:crypto';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import { Passkey } from '../../access/passkeys/passkey.entities.ts';
import { CHALLENGE_LIFE_MS, keepChallenge, relyingParty, webauthn } from '../../access/passkeys/webauthn.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { Approval } from '../approval.entity.ts';
import type { ApprovalDecision, Decision } from '../approval-decision.entity.ts';
import type { AcceptedSignature } from './accept-signature.ts';
import { challengeFor, STATEMENT_FORMAT, type StatedDecision, type Statement, statedOn } from './statement.ts';

/** Options for the browser, and the statement to sign. */
export interface SignatureRequest<S> {
  statement: S;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** What every statement contains in addition to its subject. */
interface StatedAround {
  service: string;
  user_id: string;
  nonce: string;
  expires_at: string;
}

/**
 * Makes a statement the challenge for the signed-in person's passkey: valid for five minutes, once, in this session.
 * Refuses: passkey_missing.
 */
export async function requestSignature<S>(
  ctx: Context,
  state: (around: StatedAround) => S,
  challengeFor: (statement: S) => string,
): Promise<SignatureRequest<S>> {
  const { userId, sessionId } = requirePerson(ctx);
  const passkeys = await ctx.em.find(Passkey, { userId });
  if (passkeys.length === 0) throw new DomainError('passkey_missing');
  const { id: rpID, origin } = relyingParty(ctx.config);
  const statement = state({
    service: origin,
    user_id: userId,
    nonce: randomBytes(32).toString('base64url'),
    expires_at: new Date(ctx.clock.now().getTime() + CHALLENGE_LIFE_MS).toISOString(),
  });
  const challenge = challengeFor(statement);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  await keepChallenge(ctx, ctx.em, challenge, { purpose: 'sign', sessionId });
  return { statement, options };
}

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

type Policy = Pick<Workspace, 'requiresSignature' | 'signedPlatforms'>;

/** Whether the workspace requires a signature for these platforms. */
export function wantsSignature({ requiresSignature, signedPlatforms }: Policy, platforms: readonly string[]): boolean {
  return requiresSignature || platforms.some((platform) => signedPlatforms.includes(platform));
}

/**
 * Whether approvers must sign: by the policy at the time of the request, or by the current one where that is stricter
 * and the approval is open.
 */
export function needsSignature(approval: Pick<Approval, 'state' | 'requiresSignature' | 'platforms'>, workspace: Policy): boolean {
  return approval.requiresSignature || (approval.state === 'pending' && wantsSignature(workspace, approval.platforms));
}

/** As SQL for an open approval `a` in its workspace `w`. */
export const NEEDS_SIGNATURE = '(a.requires_signature or w.requires_signature or a.platforms && w.signed_platforms)';

interface Subject {
  approval: Approval;
  workspace: Workspace;
  by: Pick<ApprovalDecision, 'userId'>;
  /** When it is decided. */
  now: Date;
}

/**
 * The id of the signature for an approval; null if none was given and none is required: a signature for others in the
 * same request is no reason to refuse this one. Clients have no passkeys here: where a signature is required, theirs
 * is an opinion. Throws `signature_required`, `signature_refused`.
 */
export function requireSignature(
  { decision, signature }: { decision: Decision; signature?: AcceptedSignature | null | undefined },
  { approval, workspace, by, now }: Subject,
): string | null {
  if (decision !== 'approved' || !by.userId) return null;
  const isNeeded = needsSignature(approval, workspace);
  if (!signature) {
    if (isNeeded) throw new DomainError('signature_required');
    return null;
  }
  const { userId, statement } = signature;
  if (userId !== by.userId || !statedOn(statement, approval.id, approval.contentHash)) {
    if (isNeeded) throw new DomainError('signature_refused', { message: say`The signature is about something else.` });
    return null;
  }
  // As in the gates: a late decision would be approved and never published.
  if (now >= new Date(statement.expires_at)) throw new DomainError('signature_refused', { message: say`The signature has expired.` });
  // Stored, so the gates require it whatever happens to the policy.
  approval.requiresSignature = isNeeded;
  return signature.id;
}
