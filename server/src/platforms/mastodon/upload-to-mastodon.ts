import { requiredText } from '../api/read-json.ts';
import { awaitReady } from '../await-ready.ts';
import type { PublishCall } from '../connector.ts';
import type { OpenImage } from '../images/open-images.ts';

/**
 * docs.joinmastodon.org, methods/media: v2 answers 202 while the server still works on the file, and
 * a status takes it only once it answers 200. What no status names is thrown away after a day.
 */
export async function uploadToMastodon(
  { account, api, signal }: PublishCall,
  { bytes, mimeType, fileName, altText }: OpenImage,
): Promise<string> {
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const parts = [{ name: 'file', bytes, mimeType, fileName }, ...(altText ? [{ name: 'description', value: altText }] : [])];
  const answer = await api.ask({ url: `${account.server}/api/v2/media`, headers, parts });
  const id = requiredText('Mastodon', answer.body, 'id');
  if (answer.status !== 200) {
    await awaitReady('Mastodon', signal, async () => {
      const { status } = await api.ask({ url: `${account.server}/api/v1/media/${id}`, headers });
      return status === 200;
    });
  }
  return id;
}
