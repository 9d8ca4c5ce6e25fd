import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import { type Sentence, say } from '../languages/sentence.ts';

/** Names without public DNS (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const OWN_NAMES = /(^|\.)(localhost|local|internal|test|example|invalid|lan|home|home\.arpa|onion|alt)$/i;

/**
 * Why platforms cannot fetch anything from PUBLIC_URL, and the remedy, in a sentence; null if they can, as far as the
 * address tells: it is encrypted, and its name can be public.
 */
export function imageObstacle({ publicUrl }: Pick<Config, 'publicUrl'>): Sentence | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isNamed = hostname.includes('.') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !OWN_NAMES.test(hostname);
  if (protocol === 'https:' && isNamed) return null;
  return say`The operator must set PUBLIC_URL to an https:// address that is reachable from the internet; it is ${publicUrl}.`;
}
