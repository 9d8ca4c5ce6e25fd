import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../context.ts';
import { readVideo } from './read-video.ts';
import type { StoredMedia } from './rendition.entity.ts';

/**
 * Reads a complete upload, hashes it and hands it to the store, a part at a time. Its bytes stay as they are. Slow:
 * never in a transaction. Throws `media_unreadable`.
 */
export async function prepareVideo(ctx: Pick<Context, 'media'>, accountId: string, path: string): Promise<StoredMedia[]> {
  const facts = await readVideo(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const sha256 = hash.digest('hex');
  await ctx.media.putFile(accountId, sha256, path);
  return [{ ...facts, sha256, byteSize: (await stat(path)).size }];
}
