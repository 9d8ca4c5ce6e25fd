import type { Services } from '../../context.ts';

/** The bytes that were signed; to send the post without them would be another post. */
export async function openImage({ media }: Services, accountId: string, sha256: string): Promise<Buffer> {
  const bytes = await media.read(accountId, sha256);
  if (!bytes) throw new Error('A picture of the post is gone from the store. Hand it in again and submit the draft again.');
  return bytes;
}
