import { webauthn } from '../../access/passkeys/webauthn.ts';
import {
  challengeFor,
  challengeForStanding,
  isStandingStatement,
  isStatement,
  type StandingStatement,
  type Statement,
  statedOn,
} from './statement.ts';

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
interface SignedDecision {
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
  if (!isStatement(statement)) return 'The signed statement is not a decision.';
  return statementFault(statement, about) ?? (await assertionFault(parts, statement.service, challengeFor(statement)));
}

function statementFault(statement: Statement, { workspaceId, userId, approvalId, contentHash, at }: SignedDecision): string | null {
  if (statement.workspace_id !== workspaceId) return 'The signed statement is about another workspace.';
  if (statement.user_id !== userId) return 'What was signed names another person.';
  if (!statedOn(statement, approvalId, contentHash)) return 'The signed statement is about other content or another approval.';
  return at < new Date(statement.expires_at) ? null : 'It was decided after the signature had run out.';
}

/** WebAuthn, section 7.2: challenge, origin, host, user presence and verification, and the signature itself. */
async function assertionFault(parts: SignatureParts, service: string, challenge: string): Promise<string | null> {
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

/** The expected subject of a standing approval's signature. */
interface SignedStanding {
  workspaceId: string;
  userId: string;
  standingId: string;
  agentId: string;
  templateHash: string;
  perDay: number;
  timeZone: string;
  credits: number;
  endsAt: Date;
  /** When it was signed. */
  signedAt: Date;
}

/** Why the signature does not cover the standing approval, in a sentence; null if it does. */
export async function standingSignatureFault(parts: SignatureParts, about: SignedStanding): Promise<string | null> {
  const { statement } = parts;
  if (!isStandingStatement(statement)) return 'The signed statement is not a standing approval.';
  return standingFault(statement, about) ?? (await assertionFault(parts, statement.service, challengeForStanding(statement)));
}

/** Why the statement is about something else; null if it matches. */
export function standingFault(statement: StandingStatement, about: SignedStanding): string | null {
  if (statement.workspace_id !== about.workspaceId) return 'The signed statement is about another workspace.';
  if (statement.user_id !== about.userId) return 'What was signed names another person.';
  if (statement.standing_approval_id !== about.standingId || statement.agent_id !== about.agentId)
    return 'The signed statement is about another standing approval.';
  if (statement.template_hash !== about.templateHash) return 'The signed statement is about another template.';
  const isSameLimits =
    statement.per_day === about.perDay &&
    statement.credits === about.credits &&
    statement.time_zone === about.timeZone &&
    new Date(statement.ends_at).getTime() === about.endsAt.getTime();
  if (!isSameLimits) return 'What was signed has other limits.';
  return about.signedAt < new Date(statement.expires_at) ? null : 'It was signed after the statement had run out.';
}
