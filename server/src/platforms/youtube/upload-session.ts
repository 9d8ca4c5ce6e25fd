import type { ApiAnswer } from '../api/call-api.ts';
import { textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';
import type { JsonObject } from '../platform.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { signedVideo } from '../videos.ts';

/** The servers of YouTube and of Google's sign-in. */
export interface YoutubeHosts {
  api: string;
  site: string;
  tokens: string;
}

export const GOOGLE: YoutubeHosts = {
  api: 'https://www.googleapis.com',
  site: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
};

/** The state of a resumable upload (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol). */
export type SessionState =
  /** The first byte that has not arrived. */
  | { kind: 'open'; received: number }
  | { kind: 'complete'; videoId: string }
  /** YouTube knows it no more. */
  | { kind: 'gone' };

/** `Range: bytes=0-524287` names what arrived; without it nothing did. */
export function stateOf({ status, headers, body }: ApiAnswer): SessionState {
  const videoId = textAt(body, 'id');
  if (status !== 308 && videoId !== null) return { kind: 'complete', videoId };
  const last = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1];
  return { kind: 'open', received: last === undefined ? 0 : Number(last) + 1 };
}

/** Asks how much of an upload arrived, without sending anything of it. */
export async function askSession({ api, account }: Pick<Call, 'api' | 'account'>, url: string, size: number): Promise<SessionState> {
  const headers = { ...bearer(account), 'content-range': `bytes */${size}` };
  const answer = await api.look({ method: 'PUT', url, headers, mayBeEmpty: true, alsoSucceeds: [308] });
  return answer ? stateOf(answer) : { kind: 'gone' };
}

/** "People & Blogs": the category that YouTube itself chooses. */
const CATEGORY = '22';

/** developers.google.com/youtube/v3/docs/videos: snippet and status of a video. */
export function buildUpload({ title, parts: [{ text }], hiddenTags }: PostWords, { media, settings = {} }: PostExtras): JsonObject {
  return {
    snippet: {
      title: title ?? '',
      description: text,
      categoryId: CATEGORY,
      ...(hiddenTags.length > 0 && { tags: hiddenTags.map(storableText) }),
    },
    status: {
      privacyStatus: settings.privacy ?? 'private',
      selfDeclaredMadeForKids: settings.made_for_kids ?? false,
      containsSyntheticMedia: settings.ai_generated ?? false,
    },
    notify_subscribers: settings.notify_subscribers ?? true,
    ...signedVideo(media),
  };
}

/** The body of the request that begins the upload. */
export function resourceOf({ snippet, status }: JsonObject): JsonObject {
  return { snippet: snippet ?? {}, status: status ?? {} };
}
