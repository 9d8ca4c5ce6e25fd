import { requirePerson } from '../../access/authorise.ts';
import { type Assertion, openAssertion, usePasskey } from '../../access/passkeys/passkey-assertion.ts';
import { readWebauthnResponse } from '../../access/passkeys/webauthn.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { DecisionSignature } from './decision-signature.entity.ts';
import {
  challengeFor,
  challengeForStanding,
  isStandingStatement,
  isStatement,
  type StandingStatement,
  type Statement,
} from './statement.ts';
import { type SignatureParts, signatureFault } from './verify-signature.ts';

/** The result of beginSignature(): the unchanged statement, and the browser's response to the options. */
export interface GivenSignature {
  statement: unknown;
  response: unknown;
}

/** A verified and stored signature; only this file creates one. */
export interface AcceptedSignature<S = Statement> {
  id: string;
  userId: string;
  statement: S;
}

/**
 * Verifies a passkey signature and stores it. The challenge is consumed in any case, so a signature counts once; by
 * itself it decides nothing. Must not be called inside a transaction. Throws `signature_refused`.
 */
export async function acceptSignature(ctx: Context, { statement, response }: GivenSignature): Promise<AcceptedSignature> {
  if (!isStatement(statement)) throw refused(say`The signature does not cover a statement of this service.`);
  return accept(ctx, statement, response, challengeFor(statement));
}

/** As above, for beginStandingSignature(). */
export async function acceptStandingSignature(ctx: Context, given: GivenSignature): Promise<AcceptedSignature<StandingStatement>> {
  const { statement, response } = given;
  if (!isStandingStatement(statement)) throw refused(say`The signature does not cover a statement of this service.`);
  return accept(ctx, statement, response, challengeForStanding(statement));
}

async function accept<S extends Statement | StandingStatement>(
  ctx: Context,
  statement: S,
  response: unknown,
  challenge: string,
): Promise<AcceptedSignature<S>> {
  const { userId, sessionId } = requirePerson(ctx);
  const assertion = await openSigned(ctx, response, sessionId);
  const isOfStatement = assertion.challenge === challenge;
  if (!isOfStatement || statement.user_id !== userId) throw refused(say`The signature is about something else.`);
  const { clientDataJson, authenticatorData, signature } = partsOf(assertion);
  return inTransaction(ctx, async (tx) => {
    const passkey = await usePasskey(tx, assertion);
    if (passkey?.userId !== userId) throw refused(say`It was not made with a passkey of yours.`);
    const { accountId } = await tx.em.findOneOrFail(Workspace, statement.workspace_id);
    const id = newId('sig');
    tx.em.create(DecisionSignature, {
      id,
      accountId,
      workspaceId: statement.workspace_id,
      userId,
      passkeyId: passkey.id,
      challenge: assertion.challenge,
      statement,
      credentialId: passkey.credentialId,
      publicKey: passkey.publicKey,
      authenticatorData,
      clientDataJson,
      signature,
      createdAt: tx.clock.now(),
    });
    await tx.em.flush();
    return { id, userId, statement };
  });
}

async function openSigned(ctx: Context, response: unknown, sessionId: string): Promise<Assertion> {
  try {
    return await openAssertion(ctx, response, { purpose: 'sign', sessionId });
  } catch (thrown) {
    if (!(thrown instanceof DomainError) || thrown.code !== 'passkey_refused') throw thrown;
    throw refused(say`It was already used, has expired after five minutes, or belongs to another session.`);
  }
}

/** The stored parts of the browser's response; usePasskey() verifies them. */
function partsOf({ response }: Assertion) {
  const { clientDataJSON, authenticatorData, signature } = readWebauthnResponse(response).response as Record<string, unknown>;
  if (typeof authenticatorData !== 'string' || typeof signature !== 'string') throw refused(say`The browser’s response is incomplete.`);
  return { clientDataJson: String(clientDataJSON), authenticatorData, signature };
}

function refused(why: Sentence): DomainError {
  return new DomainError('signature_refused', { message: say`The signature was not accepted. ${why}` });
}

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
