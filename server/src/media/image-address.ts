import type { Services } from '../context.ts';
import { isSameDigest } from '../sealing/sealer.ts';
import { imageObstacle } from './image-obstacle.ts';
import type { Rendition } from './rendition.entity.ts';

/** Long enough for a platform that fetches late; their containers live for a day, but are read at once. */
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
