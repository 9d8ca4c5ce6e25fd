import type { Services } from '../context.ts';
import { readImage } from './read-image.ts';
import type { ImageType } from './rendition.entity.ts';

/** A picture as a list or a mail shows it. */
export interface SmallPicture {
  mimeType: ImageType;
  bytes: Buffer;
}

/** In pixels; a mail program shows it at half of that. */
const LONGEST_SIDE = 320;
/** A mail with many pictures is one that mail programs cut. */
const MOST = 4;

/** Small forms of what lies in the store, by hash; what cannot be read is left out: without it, the rest is still said. */
export async function smallPictures(
  { media, log }: Pick<Services, 'media' | 'log'>,
  wanted: readonly { accountId: string; sha256: string }[],
): Promise<Map<string, SmallPicture>> {
  const found = new Map<string, SmallPicture>();
  for (const { accountId, sha256 } of wanted) {
    if (found.size >= MOST || found.has(sha256)) continue;
    try {
      const whole = await media.read(accountId, sha256);
      if (whole) found.set(sha256, await readImage(whole, LONGEST_SIDE));
    } catch (error) {
      log.warn({ err: error }, 'a picture could not be made small');
    }
  }
  return found;
}
