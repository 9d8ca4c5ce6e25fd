import * as nip19 from 'nostr-tools/nip19';
import type { Facet } from '../platform.ts';

const SCHEME = 'nostr:';

/** The public keys, in hex, of the accounts that a text mentions as NIP-27 has it: `nostr:npub1…` or `nostr:nprofile1…`; each once. */
export function mentionedKeys(facets: readonly Pick<Facet, 'kind' | 'target'>[]): string[] {
  const mentions = facets.filter(({ kind }) => kind === 'mention');
  return [...new Set(mentions.flatMap(({ target }) => keyOf(target.slice(SCHEME.length)) ?? []))];
}

/** Null for an invalid checksum. */
function keyOf(code: string): string | null {
  try {
    const decoded = nip19.decode(code.toLowerCase());
    if (decoded.type === 'npub') return decoded.data;
    return decoded.type === 'nprofile' ? decoded.data.pubkey : null;
  } catch {
    return null;
  }
}
