import { createHash } from 'node:crypto';

/** RFC 7636: the challenge sent with the person, of a verifier that stays here. */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}

/** An address with these parameters added; those without a value are left out. */
export function withQuery(address: string, parameters: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
