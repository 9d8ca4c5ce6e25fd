import { at, textAt } from '../api/read-json.ts';
import type { ReadBackCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { ReadBack } from '../platform.ts';
import type { YoutubeHosts } from './youtube-hosts.ts';

/** GET /youtube/v3/videos as the channel sees it: an unaudited project's videos are private, whatever was signed. */
export async function readBackFromYoutube({ api: base }: YoutubeHosts, { payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const query = new URLSearchParams({ part: 'snippet,status', id: post.providerId });
  const { body } = await api.ask({ url: `${base}/youtube/v3/videos?${query}`, headers: bearer(account) });
  const video = at(body, 'items', 0);
  if (!video) return { kind: 'gone', seenBy: 'account' };
  const fieldsOf = (resource: typeof video) => ({
    title: textAt(resource, 'snippet', 'title') ?? '',
    text: textAt(resource, 'snippet', 'description') ?? '',
    privacy: textAt(resource, 'status', 'privacyStatus') ?? '',
  });
  return { kind: 'found', seenBy: 'account', signed: fieldsOf(payload), published: fieldsOf(video) };
}
