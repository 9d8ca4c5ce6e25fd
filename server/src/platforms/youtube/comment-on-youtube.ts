import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { CommentCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { LookupResult, Outcome } from '../platform.ts';
import { videoUrl } from './publish-to-youtube.ts';
import type { YoutubeHosts } from './upload-session.ts';

/** developers.google.com/youtube/v3, commentThreads.insert, with youtube.force-ssl. Refused under videos for kids. */
export async function commentOnYoutube(
  { api: base }: YoutubeHosts,
  { payload, account, post, api, onSending }: CommentCall,
): Promise<Outcome> {
  await onSending();
  const topLevelComment = { snippet: { textOriginal: String(payload.text) } };
  const json = { snippet: { channelId: account.channelId ?? '', videoId: post.providerId, topLevelComment } };
  const { body } = await api.send({ url: `${base}/youtube/v3/commentThreads?part=snippet`, headers: bearer(account), json });
  const id = requiredText('YouTube', body, 'id');
  return { kind: 'published', providerId: id, url: commentUrl(post.providerId, id) };
}

const PAGE = 100;

/** commentThreads.list, the newest first: the channel's own comment with this text. */
export async function findCommentOnYoutube(
  { api: base }: YoutubeHosts,
  { payload, account, post, api }: Omit<CommentCall, 'onSending'>,
): Promise<LookupResult> {
  const query = new URLSearchParams({ part: 'snippet', videoId: post.providerId, order: 'time', maxResults: String(PAGE) });
  const { body } = await api.ask({ url: `${base}/youtube/v3/commentThreads?${query}`, headers: bearer(account) });
  const threads = listAt(body, 'items');
  const found = threads.find(
    (thread) =>
      textAt(thread, 'snippet', 'topLevelComment', 'snippet', 'authorChannelId', 'value') === account.channelId &&
      textAt(thread, 'snippet', 'topLevelComment', 'snippet', 'textOriginal')?.trim() === String(payload.text).trim(),
  );
  if (found) {
    const id = requiredText('YouTube', found, 'id');
    return { kind: 'found', providerId: id, url: commentUrl(post.providerId, id) };
  }
  return threads.length < PAGE ? { kind: 'absent' } : { kind: 'unsure', message: 'The video has too many comments to tell.' };
}

const commentUrl = (videoId: string, id: string): string => `${videoUrl(videoId)}&lc=${encodeURIComponent(id)}`;
