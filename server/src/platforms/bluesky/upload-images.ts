import type { JsonObject, SendHooks } from '../platform.ts';
import { blobCid, blobsOf } from './image-embed.ts';
import type { BlueskySession } from './open-session.ts';

/**
 * Uploads the records' images. This creates no post: the server discards unreferenced blobs. Throws the client's
 * errors.
 */
export async function uploadImages({ agent }: BlueskySession, records: readonly JsonObject[], hooks: SendHooks): Promise<void> {
  for (const { sha256, mimeType } of records.flatMap(blobsOf)) {
    const bytes = await hooks.openImage(sha256);
    const { data } = await agent.com.atproto.repo.uploadBlob(new Uint8Array(bytes), { encoding: mimeType });
    const kept = data.blob.ref.toString();
    if (kept !== blobCid(sha256)) throw new Error(`Bluesky kept another picture than the one that was signed: ${kept}.`);
  }
}
