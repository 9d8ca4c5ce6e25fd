import type { JsonObject } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { signedVideo } from '../videos/signed-video.ts';

/** developers.tiktok.com, Direct Post: `post_info`. */
export function buildVideo({ parts: [{ text }] }: PostWords, { media, settings = {} }: PostExtras): JsonObject {
  const isOn = (name: string): boolean => settings[name] === true;
  return {
    post_info: {
      title: text,
      privacy_level: settings.privacy_level ?? 'SELF_ONLY',
      disable_comment: !isOn('allow_comments'),
      disable_duet: !isOn('allow_duet'),
      disable_stitch: !isOn('allow_stitch'),
      brand_organic_toggle: isOn('own_brand'),
      brand_content_toggle: isOn('paid_partnership'),
      is_aigc: isOn('ai_generated'),
    },
    ...signedVideo(media),
  };
}
