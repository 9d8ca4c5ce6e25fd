import type { Services } from '../context.ts';
import { readImage } from './read-image.ts';
import type { ImageType } from './rendition.entity.ts';

/** A thumbnail for a list or a mail. */
export interface SmallPicture {
  mimeType: ImageType;
  bytes: Buffer;
}

/** In pixels; mail programs display it at half of that. */
const LONGEST_SIDE = 320;
/** Mail programs truncate long messages. */
const MOST = 4;

/** Thumbnails of stored images, by hash; unreadable ones are omitted. */
export async function smallPictures(
  { media, log }: Pick<Services, 'media' | 'log'>,
  wanted: readonly { accountId: string; sha256: string }[],
): Promise<Map<string, SmallPicture>> {
  const found = new Map<string, SmallPicture>();
  for (const { accountId, sha256 } of wanted) {
    if (found.size >= MOST || found.has(sha256)) continue;
    try {
      const whole = await media.read(accountId, sha256);
      if (whole) found.set(sha256, await readImage(whole, { longestSide: LONGEST_SIDE, isStill: true }));
    } catch (error) {
      log.warn({ err: error }, 'a picture could not be resized');
    }
  }
  return found;
}
