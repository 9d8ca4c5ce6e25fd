import { challengeOf } from './challenge.ts';

export const STANDING_FORMAT = 'countersign-standing/1';

/** A person's statement for a standing approval: the hash of its template, and its limits. */
export interface StandingStatement {
  format: typeof STANDING_FORMAT;
  /** The origin of the service: `https://posts.example.org`. */
  service: string;
  workspace_id: string;
  user_id: string;
  standing_approval_id: string;
  /** The agent of the posts. */
  agent_id: string;
  /** SHA-256 over the canonical JSON of the template. */
  template_hash: string;
  /** Most posts in a day of this time zone. */
  per_day: number;
  time_zone: string;
  /** Most credits in all. */
  credits: number;
  /** Nothing is published under it from this time on. */
  ends_at: string;
  /** 32 random bytes of the server, in base64url. */
  nonce: string;
  /** Not accepted from this moment on. */
  expires_at: string;
}

const TEXTS = [
  'service',
  'workspace_id',
  'user_id',
  'standing_approval_id',
  'agent_id',
  'template_hash',
  'time_zone',
  'ends_at',
  'nonce',
  'expires_at',
];

/** Whether a value that came from outside has the form of such a statement. */
export function isStandingStatement(value: unknown): value is StandingStatement {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  const hasTexts = TEXTS.every((name) => typeof fields[name] === 'string');
  return fields.format === STANDING_FORMAT && hasTexts && Number.isInteger(fields.per_day) && Number.isInteger(fields.credits);
}

/** The challenge, built like that of a decision; the format's name separates the two. */
export const challengeForStanding = (statement: StandingStatement): string => challengeOf(STANDING_FORMAT, statement);
