import { at, listAt, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { LookupResult } from '../platform.ts';
import { videoOf } from '../videos/signed-video.ts';
import { videoUrl } from './publish-to-youtube.ts';
import { askSession } from './upload-session.ts';
import type { YoutubeHosts } from './youtube-hosts.ts';

/** Asks the kept upload what became of it; one that YouTube no longer knows is looked for among the channel's uploads. */
export async function findOnYoutube(hosts: YoutubeHosts, call: FindCall): Promise<LookupResult> {
  const { sessionUrl } = call.intent.keys;
  // Without an address no byte was ever sent.
  if (typeof sessionUrl !== 'string') return { kind: 'absent' };
  const state = await askSession(call, sessionUrl, videoOf(call.payload)?.byte_size ?? 0);
  if (state.kind === 'open') return { kind: 'absent' };
  if (state.kind === 'complete') return { kind: 'found', providerId: state.videoId, url: videoUrl(state.videoId) };
  const videoId = await findUpload(hosts, call);
  return videoId
    ? { kind: 'found', providerId: videoId, url: videoUrl(videoId) }
    : { kind: 'unsure', message: 'YouTube no longer knows the upload, and lists no such video.' };
}

/** GET /youtube/v3/playlistItems of the channel's uploads, the newest first. */
async function findUpload({ api: base }: YoutubeHosts, { account, api, payload, intent }: FindCall): Promise<string | null> {
  const query = new URLSearchParams({ part: 'snippet', playlistId: account.uploadsId ?? '', maxResults: '50' });
  const { body } = await api.ask({ url: `${base}/youtube/v3/playlistItems?${query}`, headers: bearer(account) });
  const matching = listAt(body, 'items').filter(
    (item) =>
      textAt(item, 'snippet', 'title') === textAt(payload, 'snippet', 'title') &&
      (textAt(item, 'snippet', 'description') ?? '') === (textAt(payload, 'snippet', 'description') ?? '') &&
      Date.parse(textAt(item, 'snippet', 'publishedAt') ?? '') >= Date.parse(intent.createdAt) - 60_000,
  );
  const [only, ...more] = matching;
  return only && more.length === 0 ? textAt(at(only, 'snippet', 'resourceId'), 'videoId') : null;
}
