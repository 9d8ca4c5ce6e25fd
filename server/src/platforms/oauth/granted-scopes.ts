import { say } from '../../languages/sentence.ts';
import { at, listAt, textAt } from '../api/read-json.ts';
import { ConnectError, type Json } from '../platform.ts';

/** The scopes of a response: a list, or a text with spaces or commas (RFC 6749, 5.1). Null where the network names none. */
export function scopesAt(body: Json | undefined, ...path: (string | number)[]): string[] | null {
  const list = listAt(body, ...path).filter((each) => typeof each === 'string');
  if (list.length > 0 || Array.isArray(at(body, ...path))) return list;
  return textAt(body, ...path)?.split(/[ ,]+/) ?? null;
}

/**
 * Refuses a sign-in in which the person left out what publishing needs; otherwise the first post would find that out,
 * at its time. Throws ConnectError. A network that does not say what was allowed is taken at its word.
 */
export function requireScopes(label: string, needed: readonly string[], granted: readonly string[] | null): void {
  const missing = granted ? needed.filter((scope) => !granted.includes(scope)) : [];
  if (missing.length > 0)
    throw new ConnectError(
      say`${label} did not grant what publishing needs: ${missing.join(', ')}. Start again, and leave that allowed at ${label}.`,
    );
}
