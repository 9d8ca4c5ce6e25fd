import { challengeForStanding, isStandingStatement, type StandingStatement } from './standing-statement.ts';
import { assertionFault, type SignatureParts } from './verify-signature.ts';

/** The expected subject of a standing approval's signature. */
export interface SignedStanding {
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
  if (!isStandingStatement(statement)) return 'What was signed is no statement of a standing approval.';
  return statementFault(statement, about) ?? (await assertionFault(parts, statement.service, challengeForStanding(statement)));
}

/** Why the statement is about something else; null where it is about this. */
export function statementFault(statement: StandingStatement, about: SignedStanding): string | null {
  if (statement.workspace_id !== about.workspaceId) return 'What was signed is about another workspace.';
  if (statement.user_id !== about.userId) return 'What was signed names another person.';
  if (statement.standing_approval_id !== about.standingId || statement.agent_id !== about.agentId)
    return 'What was signed is about another standing approval.';
  if (statement.template_hash !== about.templateHash) return 'What was signed is another template.';
  const isSameLimits =
    statement.per_day === about.perDay &&
    statement.credits === about.credits &&
    statement.time_zone === about.timeZone &&
    new Date(statement.ends_at).getTime() === about.endsAt.getTime();
  if (!isSameLimits) return 'What was signed has other limits.';
  return about.signedAt < new Date(statement.expires_at) ? null : 'It was signed after the statement had run out.';
}
