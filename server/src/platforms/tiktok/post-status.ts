import { at, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';

/** What became of a `publish_id`. */
export type PostStatus =
  /** Not all of the video arrived; it becomes no post unless the rest does. */
  | { kind: 'uploading'; received: number }
  | { kind: 'working' }
  /** `postId` is null until TikTok has moderated a public post. */
  | { kind: 'published'; postId: string | null }
  | { kind: 'failed'; reason: string };

/** POST /v2/post/publish/status/fetch/. */
export async function readStatus(base: string, { api, account }: Pick<Call, 'api' | 'account'>, publishId: string): Promise<PostStatus> {
  const json = { publish_id: publishId };
  const { body } = await api.ask({ url: `${base}/v2/post/publish/status/fetch/`, headers: bearer(account), json });
  const data = at(body, 'data');
  const status = textAt(data, 'status');
  if (status === 'FAILED') return { kind: 'failed', reason: textAt(data, 'fail_reason') ?? 'unknown' };
  if (status === 'PROCESSING_UPLOAD') return { kind: 'uploading', received: Number(textAt(data, 'uploaded_bytes') ?? 0) };
  if (status !== 'PUBLISH_COMPLETE') return { kind: 'working' };
  // TikTok's own spelling.
  return { kind: 'published', postId: textAt(data, 'publicaly_available_post_id', 0) };
}

/** The address of a post; null for one that is not public, or not yet. */
export function postUrl(username: string | undefined, postId: string | null): string | null {
  return username && postId ? `https://www.tiktok.com/@${username}/video/${postId}` : null;
}
