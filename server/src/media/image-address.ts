import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Services } from '../context.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { isSameDigest } from '../sealing/sealer.ts';
import type { Rendition } from './rendition.entity.ts';

/**
 * Long enough for a platform that fetches late; their containers live for a day, but are fetched immediately.
 */
const LIFETIME_SECONDS = 3_600;

const PURPOSE = 'image-address';
const ENDINGS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
} as const;

/**
 * A public address of exactly these bytes, valid for an hour; signed, so it cannot be guessed or altered. Throws if
 * PUBLIC_URL is not public.
 */
export function imageAddress(
  { config, sealer, clock }: Pick<Services, 'config' | 'sealer' | 'clock'>,
  { id, mimeType }: Pick<Rendition, 'id' | 'mimeType'>,
): string {
  const obstacle = imageObstacle(config);
  if (obstacle) throw new Error(String(obstacle));
  const expires = Math.floor(clock.now().getTime() / 1000) + LIFETIME_SECONDS;
  // In the query, which our logs omit.
  const query = new URLSearchParams({ expires: String(expires), signature: signatureOf(sealer, id, expires) });
  return `${config.publicUrl}/api/pictures/${id}.${ENDINGS[mimeType]}?${query}`;
}

/** Whether this service issued the address, and it has not expired. */
export function isImageAddress(
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  { id, expires, signature }: { id: string; expires: number; signature: string },
): boolean {
  return isSameDigest(signature, signatureOf(sealer, id, expires)) && expires * 1000 > clock.now().getTime();
}

function signatureOf(sealer: Services['sealer'], id: string, expires: number): string {
  return sealer.hash(PURPOSE, `${id}/${expires}`);
}

/** Names without public DNS (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const OWN_NAMES = /(^|\.)(localhost|local|internal|test|example|invalid|lan|home|home\.arpa|onion|alt)$/i;

/**
 * Why platforms cannot fetch anything from PUBLIC_URL, and the remedy, in a sentence; null if they can, as
 * far as the address shows: it is encrypted, and its name can be public.
 */
export function imageObstacle({ publicUrl }: Pick<Config, 'publicUrl'>): Sentence | null {
  const { protocol, hostname } = new URL(publicUrl);
  const isNamed = hostname.includes('.') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !OWN_NAMES.test(hostname);
  if (protocol === 'https:' && isNamed) return null;
  return say`The operator must set PUBLIC_URL to an https:// address that is reachable from the internet; it is ${publicUrl}.`;
}
