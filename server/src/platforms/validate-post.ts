import { checkLinks } from './checks/check-links.ts';
import { checkMedia } from './checks/check-media.ts';
import { checkPhones } from './checks/check-phones.ts';
import { checkSettings } from './checks/check-settings.ts';
import { checkTags } from './checks/check-tags.ts';
import { checkTexts } from './checks/check-texts.ts';
import type { NetworkRules } from './network-rules.ts';
import type { Post, Violation } from './platform.ts';
import { readWords } from './text/read-words.ts';

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
  ];
}
