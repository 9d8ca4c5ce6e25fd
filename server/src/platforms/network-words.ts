import { checkMedia } from './checks/check-media.ts';
import { checkPhones } from './checks/check-phones.ts';
import { checkFirstComment, checkSettings } from './checks/check-settings.ts';
import { checkLinks, checkTags, checkTexts } from './checks/check-texts.ts';
import type { NetworkRules } from './network-rules.ts';
import { settingsOf } from './platform/first-comment.ts';
import type { Platform, Post, Violation } from './platform.ts';
import { carriesLink, previewPost } from './preview-post.ts';
import { readWords } from './text/read-words.ts';
import { trimAtCause } from './text/trim-at-cause.ts';

/** Everything of a platform that follows from its rules alone. A connector adds how to talk to it. */
export function networkWords(
  network: NetworkRules,
): Pick<
  Platform,
  | 'id'
  | 'label'
  | 'rules'
  | 'videoFormats'
  | 'settings'
  | 'noFirstComment'
  | 'noVideo'
  | 'charges'
  | 'tagsIn'
  | 'readsMarkdown'
  | 'carriesLinkCard'
  | 'carriesLink'
  | 'trim'
  | 'validate'
  | 'preview'
> {
  const { id, label, limits, videoFormats, charges, tagsIn, markup, carriesLinkCard, noFirstComment, noVideo } = network;
  return {
    id,
    label,
    rules: limits,
    ...(videoFormats && { videoFormats }),
    settings: settingsOf(network),
    ...(noFirstComment && { noFirstComment }),
    ...(noVideo && { noVideo }),
    charges,
    tagsIn,
    ...(markup && { readsMarkdown: true as const }),
    ...(carriesLinkCard && { carriesLinkCard }),
    ...(carriesLink(network) && { carriesLink: true as const }),
    trim: (parts, mostTags) => trimAtCause(network, parts, mostTags),
    validate: (post) => validatePost(network, post),
    preview: (post) => previewPost(network, readWords(network, post), post),
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
