import { signedImages } from '../images/signed-images.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { JsonObject } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';

/** Opens the telephone: the one button without an address. */
export const CALL = 'CALL';

/** LocalPost of the topic STANDARD; its link is the address of a button. */
export function buildLocalPost({ parts: [{ text }] }: PostWords, { link, media, settings }: PostExtras): JsonObject {
  const languageCode = detectLanguage(text);
  const actionType = String(settings?.call_to_action ?? 'LEARN_MORE');
  const url: JsonObject = link === null || actionType === CALL ? {} : { url: storableText(link) };
  return {
    ...(languageCode && { languageCode }),
    summary: text,
    topicType: 'STANDARD',
    ...((link !== null || actionType === CALL) && { callToAction: { actionType, ...url } }),
    ...signedImages(media, { hasAltText: false }),
  };
}
