import { webauthn } from '../../access/passkeys/webauthn.ts';
import { challengeFor, isStatement, type Statement, statedOn } from './statement.ts';

/** A signature with everything needed to verify it, without a database and without the service. */
export interface SignatureParts {
  statement: unknown;
  /** The following are in base64url, as returned by the browser. */
  credentialId: string;
  /** COSE key. */
  publicKey: string;
  authenticatorData: string;
  clientDataJson: string;
  signature: string;
}

/** The expected subject of a signature. */
export interface SignedDecision {
  workspaceId: string;
  userId: string;
  approvalId: string;
  contentHash: string;
  /** The time of the decision. */
  at: Date;
}

/** Why the signature does not cover the decision, in a sentence; null if it does. */
export async function signatureFault(parts: SignatureParts, about: SignedDecision): Promise<string | null> {
  const { statement } = parts;
  if (!isStatement(statement)) return 'What was signed is no statement of a decision.';
  return statementFault(statement, about) ?? (await assertionFault(parts, statement.service, challengeFor(statement)));
}

function statementFault(statement: Statement, { workspaceId, userId, approvalId, contentHash, at }: SignedDecision): string | null {
  if (statement.workspace_id !== workspaceId) return 'What was signed is about another workspace.';
  if (statement.user_id !== userId) return 'What was signed names another person.';
  if (!statedOn(statement, approvalId, contentHash)) return 'What was signed is not this content of this approval.';
  return at < new Date(statement.expires_at) ? null : 'It was decided after the signature had run out.';
}

/** WebAuthn, section 7.2: challenge, origin, host, user presence and verification, and the signature itself. */
export async function assertionFault(parts: SignatureParts, service: string, challenge: string): Promise<string | null> {
  const { credentialId: id, publicKey, authenticatorData, clientDataJson: clientDataJSON, signature } = parts;
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { origin, hostname } = new URL(service);
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { authenticatorData, clientDataJSON, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      // The counter is checked when the passkey is used.
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: -1 },
      requireUserVerification: true,
    });
    if (verified) return null;
  } catch {
    // The library throws for any invalid input.
  }
  return 'The signature is not that of this passkey over this statement.';
}
