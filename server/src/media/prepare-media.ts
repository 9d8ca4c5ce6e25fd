import type { Context } from '../context.ts';
import type { Platform } from '../platforms/platform.ts';
import { type Image, readImage, shrinkImage } from './read-image.ts';

/**
 * Reads a picture, makes the forms that the platforms of today take, and puts their bytes into the
 * store. Nothing is in the database yet, so bytes whose request fails afterwards are found by nobody.
 * Slow: never in a transaction. Throws `media_unreadable`.
 */
export async function prepareMedia(ctx: Context, accountId: string, upload: Buffer): Promise<Image[]> {
  const whole = await readImage(upload);
  const renditions = new Map([[whole.sha256, whole]]);
  for (const mostBytes of sizesOf([...ctx.platforms.values()])) {
    const image = await shrinkImage(whole, mostBytes);
    if (image) renditions.set(image.sha256, image);
  }
  await Promise.all([...renditions.values()].map(({ sha256, bytes }) => ctx.media.put(accountId, sha256, bytes)));
  return [...renditions.values()];
}

/** The different limits on the size of a picture among the platforms that it can be sent to, in bytes. */
function sizesOf(platforms: readonly Platform[]): number[] {
  return [...new Set(platforms.flatMap((platform) => (platform.takesImages && mostImageBytes(platform)) || []))];
}

/** Null where the platform names no limit. */
export function mostImageBytes({ rules }: Platform): number | null {
  const rule = rules.find(({ field }) => field === 'image_size');
  return rule ? rule.max * 1_000_000 : null;
}
