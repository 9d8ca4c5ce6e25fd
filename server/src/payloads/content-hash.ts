import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Json, JsonObject } from '../platforms/platform.ts';

/** SHA-256, in hex, of the canonical JSON (RFC 8785), which depends on everything except the order of keys. */
export function hashJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('Only JSON can be hashed.');
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The part of a target that is approved. */
export interface HashedTarget {
  platform: string;
  connectionId: string | null;
  body: JsonObject;
}

/** What a person approves: the hash of `[{platform, connection_id, payload}]`, in the order of the set. */
export function contentHash(targets: readonly HashedTarget[]): string {
  return hashJson(targets.map(({ platform, connectionId, body }) => ({ platform, connection_id: connectionId, payload: body })));
}
