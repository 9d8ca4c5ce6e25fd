import { isLinkIn } from '../../../platforms/carries-link.ts';
import type { Platform } from '../../../platforms/platform.ts';
import type { OmissionReason } from '../../../platforms/text/omission.ts';
import type { CaptionRequest, GeneratedCaption } from '../../caption-generator.ts';

/** The caption, which tells of the link that came with its source where the post would go out without it. */
export function withLostLink(
  platform: Platform,
  caption: GeneratedCaption,
  { link, sourceText }: CaptionRequest,
  reason: OmissionReason,
): GeneratedCaption {
  const { text, thread, omissions = [] } = caption;
  const given = link?.trim();
  const isThere = !given || platform.carriesLink || [text, ...thread].some((part) => part.includes(given));
  if (isThere || isLinkIn(given, platform.preview({ text, tags: [], thread, link: null }).parts)) return { ...caption, omissions };
  // It stands beside the source, so its place is the end.
  const place = { start: sourceText.length, end: sourceText.length };
  return { ...caption, omissions: [...omissions, { text: given, reason, ...place, isEssential: true }] };
}
