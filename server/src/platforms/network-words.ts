import { checkMedia } from './checks/check-media.ts';
import { checkPhones } from './checks/check-phones.ts';
import { checkFirstComment, checkSettings } from './checks/check-settings.ts';
import { checkLinks, checkTags, checkTexts } from './checks/check-texts.ts';
import type { NetworkRules } from './network-rules.ts';
import { settingsOf } from './platform/first-comment.ts';
import type { Platform, Post, PostMedia, Violation } from './platform.ts';
import { carriesLink, previewPost } from './preview-post.ts';
import type { Omission } from './text/omission.ts';
import { readWords } from './text/read-words.ts';
import { trimAtCause } from './text/trim-at-cause.ts';

/** Everything of a platform that follows from its rules alone. A connector adds how to talk to it. */
export function networkWords(network: NetworkRules) {
  const {
    id,
    label,
    limits,
    requires,
    videoFormats,
    charges,
    tagsIn,
    markup,
    carriesLinkCard,
    isFederated,
    noFirstComment,
    noVideo,
    checkDemands,
    demands,
  } = network;
  return {
    id,
    label,
    rules: limits,
    requires,
    ...(videoFormats && { videoFormats }),
    settings: settingsOf(network),
    ...(noFirstComment && { noFirstComment }),
    ...(noVideo && { noVideo }),
    ...(demands && { demands }),
    charges,
    tagsIn,
    ...(markup && { readsMarkdown: true as const }),
    ...(carriesLinkCard && { carriesLinkCard }),
    ...(isFederated && { isFederated }),
    ...(checkDemands && { hasDemands: true as const }),
    ...(carriesLink(network) && { carriesLink: true as const }),
    trim: (parts: readonly string[], mostTags?: number) => trimAtCause(network, parts, mostTags),
    validate: (post: Post) => validatePost(network, post),
    preview: (post: Post) => previewPost(network, readWords(network, post), post),
  };
}

/** All violations of a network's rules at once; empty if there are none. */
export function validatePost(network: NetworkRules, post: Post): Violation[] {
  const words = readWords(network, post);
  return [
    ...checkTexts(network, post, words),
    ...checkTags(network, post, words),
    ...checkLinks(network, post),
    ...checkPhones(network, post),
    ...checkMedia(network, post.media ?? []),
    ...checkSettings(network, post.settings),
    ...checkFirstComment(network, post),
  ];
}

/** Whether a platform publishes a description of it; the title of a document is always published. */
const takesAltText = ({ takesAltTextOf = [] }: Pick<Platform, 'takesAltTextOf'>, { kind }: PostMedia): boolean =>
  kind === 'document' || takesAltTextOf.includes(kind);

/** A picture or a video as a platform publishes it: without a description where it takes none. */
export function withTakenAltText(platform: Pick<Platform, 'takesAltTextOf'>, media: PostMedia): PostMedia {
  if (takesAltText(platform, media)) return media;
  const { altText: _, ...others } = media;
  return others;
}

/** The descriptions that a platform does not take. */
export function refusedAltTexts(platform: Pick<Platform, 'takesAltTextOf'>, media: readonly PostMedia[] = []): Omission[] {
  const refused = media.filter((one) => !takesAltText(platform, one) && one.altText?.trim());
  return refused.map(({ altText = '' }) => ({ text: altText, reason: 'refused', start: 0, end: 0, isEssential: false }));
}

/** The same of all pictures and videos of a post. */
export function withTakenAltTexts<P extends Pick<Post, 'media'>>(platform: Pick<Platform, 'takesAltTextOf'>, post: P): P {
  return post.media ? { ...post, media: post.media.map((one) => withTakenAltText(platform, one)) } : post;
}
