import type { JsonObject } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { signedVideo } from '../videos/signed-video.ts';

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
