import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * The challenge of a statement, in base64url: SHA-256 over the UTF-8 bytes of the format's name, a zero byte, and the
 * statement as canonical JSON (RFC 8785). The name separates it from other signed formats.
 */
export function challengeOf(format: string, statement: unknown): string {
  const text = canonicalize(statement);
  if (text === undefined) throw new Error('Only JSON can be signed.');
  return createHash('sha256').update(`${format}\0${text}`, 'utf8').digest('base64url');
}
