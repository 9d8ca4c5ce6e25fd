import { checkLinks } from './checks/check-links.ts';
import { checkMedia } from './checks/check-media.ts';
import { checkPhones } from './checks/check-phones.ts';
import { checkTags } from './checks/check-tags.ts';
import { checkTexts } from './checks/check-texts.ts';
import type { NetworkRules } from './network-rules.ts';
import type { Post, Violation } from './platform.ts';

/** Every way in which a post breaks a network's rules, all of them at once; empty when it fits. */
export function validatePost(network: NetworkRules, post: Post): Violation[] {
  return [
    ...checkTexts(network, post),
    ...checkTags(network, post),
    ...checkLinks(network, post),
    ...checkPhones(network, post),
    ...checkMedia(network, post.media ?? []),
  ];
}
