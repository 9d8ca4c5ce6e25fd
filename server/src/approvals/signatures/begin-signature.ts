import { randomBytes } from 'node:crypto';
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import { CHALLENGE_LIFE_MS, keepChallenge } from '../../access/passkeys/challenges.ts';
import { Passkey } from '../../access/passkeys/passkey.entity.ts';
import { relyingParty } from '../../access/passkeys/relying-party.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../new-id.ts';
import { Approval } from '../approval.entity.ts';
import { challengeFor, STATEMENT_FORMAT, type StatedDecision, type Statement } from './statement.ts';

/** What a person has before them and is about to approve. */
export interface ToBeSigned {
  approvalId: string;
  contentHash: string;
  /** Where they have edited it: the hash of what the edits make. */
  editedHash?: string | null | undefined;
}

/** What a browser needs to have a person sign, and what they sign. */
export interface SignatureRequest {
  statement: Statement;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/**
 * Writes down what the signed-in person is about to approve and makes it the challenge for their passkey: good for five
 * minutes, once, in this session. What changed since it was seen is left out, and refused when it is decided on.
 * Refuses: not_found, insufficient_role (agents too), passkey_missing, content_changed where nothing is left. Needs a transaction.
 */
export async function beginSignature(ctx: Context, workspaceId: string, asked: readonly ToBeSigned[]): Promise<SignatureRequest> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, workspaceId, 'decide');
  const { userId, sessionId } = requirePerson(ctx);
  const approvals = await ctx.em.find(Approval, { id: { $in: asked.map(({ approvalId }) => approvalId) }, workspaceId });
  const byId = new Map(approvals.map((approval) => [approval.id, approval]));
  const decisions = asked.flatMap((wish) => statedDecision(byId.get(wish.approvalId), wish));
  if (decisions.length === 0) throw new DomainError(approvals.length === 0 ? 'not_found' : 'content_changed');
  const passkeys = await ctx.em.find(Passkey, { userId });
  if (passkeys.length === 0) throw new DomainError('passkey_missing');
  const { id: rpID, origin } = relyingParty(ctx.config);
  const statement: Statement = {
    format: STATEMENT_FORMAT,
    service: origin,
    workspace_id: workspaceId,
    user_id: userId,
    decisions,
    nonce: randomBytes(32).toString('base64url'),
    expires_at: new Date(ctx.clock.now().getTime() + CHALLENGE_LIFE_MS).toISOString(),
  };
  const challenge = challengeFor(statement);
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

function statedDecision(approval: Approval | undefined, { contentHash, editedHash }: ToBeSigned): StatedDecision[] {
  if (approval?.state !== 'pending' || approval.contentHash !== contentHash) return [];
  const { id, revision } = approval;
  const stated = { revision, decision: 'approved' } as const;
  if (!editedHash) return [{ ...stated, approval_id: id, content_hash: contentHash }];
  // The edits make a request of their own, which is named before it is there.
  return [{ ...stated, approval_id: newId('apr'), content_hash: editedHash, edited_from: { approval_id: id, content_hash: contentHash } }];
}
