import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

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

/** Whether an external value has the form of such a statement. */
export function isStandingStatement(value: unknown): value is StandingStatement {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  const hasTexts = TEXTS.every((name) => typeof fields[name] === 'string');
  return fields.format === STANDING_FORMAT && hasTexts && Number.isInteger(fields.per_day) && Number.isInteger(fields.credits);
}

/** The challenge, built like that of a decision; the format's name separates the two. */
export const challengeForStanding = (statement: StandingStatement): string => challengeOf(STANDING_FORMAT, statement);

export const STATEMENT_FORMAT = 'countersign-decision/1';

/** One decision of a statement. */
export interface StatedDecision {
  /** The approval decided on; with edits, the one that they create. */
  approval_id: string;
  /** The draft's revision that the person saw. */
  revision: number;
  /** The content to publish: SHA-256 over the payloads with their connections. */
  content_hash: string;
  decision: 'approved';
  /** The request before the person's edits; absent without edits. */
  edited_from?: { approval_id: string; content_hash: string };
}

/** The statement that a person signs with their passkey. Its hash is the authenticator's challenge. */
export interface Statement {
  format: typeof STATEMENT_FORMAT;
  /** The origin of the service: `https://posts.example.org`. */
  service: string;
  workspace_id: string;
  user_id: string;
  decisions: StatedDecision[];
  /** 32 random bytes of the server, in base64url. */
  nonce: string;
  /** Not accepted from this moment on. */
  expires_at: string;
}

/** The challenge of a statement, which the authenticator signs. */
export const challengeFor = (statement: unknown): string => challengeOf(STATEMENT_FORMAT, statement);

/** The statement's part about this content of this approval; undefined without one. */
export function statedOn(statement: Statement, approvalId: string, contentHash: string): StatedDecision | undefined {
  return statement.decisions.find(
    (stated) =>
      stated.content_hash === contentHash && (stated.approval_id === approvalId || stated.edited_from?.approval_id === approvalId),
  );
}

/** Whether an external value has the form of a statement. */
export function isStatement(value: unknown): value is Statement {
  if (!isRecord(value) || value.format !== STATEMENT_FORMAT || !Array.isArray(value.decisions)) return false;
  const hasTexts = ['service', 'workspace_id', 'user_id', 'nonce', 'expires_at'].every((name) => typeof value[name] === 'string');
  return hasTexts && value.decisions.length > 0 && value.decisions.every(isStatedDecision);
}

function isStatedDecision(value: unknown): boolean {
  if (!isRecord(value) || value.decision !== 'approved' || !Number.isInteger(value.revision)) return false;
  const { edited_from: edited } = value;
  const isWhole = typeof value.approval_id === 'string' && typeof value.content_hash === 'string';
  return isWhole && (edited === undefined || (isRecord(edited) && typeof edited.approval_id === 'string'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The challenge of a statement, in base64url: SHA-256 over the UTF-8 bytes of the format's name, a zero byte, and the
 * statement as canonical JSON (RFC 8785). The name separates it from other signed formats.
 */
function challengeOf(format: string, statement: unknown): string {
  const text = canonicalize(statement);
  if (text === undefined) throw new Error('Only JSON can be signed.');
  return createHash('sha256').update(`${format}\0${text}`, 'utf8').digest('base64url');
}
