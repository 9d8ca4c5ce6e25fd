import { hiddenTags } from './checks/check-tags.ts';
import { networkFacets, plainNames } from './network-facets.ts';
import type { NetworkRules } from './network-rules.ts';
import type { Post, Preview } from './platform.ts';
import { splitTitle } from './post-title.ts';
import { previewCard } from './preview-card.ts';
import { previewPart } from './preview-part.ts';

/** The post as a person will see it on a network, by that network's rules alone. */
export function previewPost(network: NetworkRules, post: Post): Preview {
  const { title, body } = splitTitle(network, post);
  const hasMedia = Boolean(post.media?.length);
  const parts = [body, ...post.thread].map((text) =>
    previewPart(network.limits, text, networkFacets(network, text, post.mentions), hasMedia),
  );
  const tags = network.tagsIn === 'none' ? [] : hiddenTags(network, post);
  const hasTags = tags.length > 0 && (network.tagsIn === 'field' || network.hidesTags);
  const plain = plainNames(network, [body, ...post.thread], post.mentions);
  return {
    ...(title !== null && { title }),
    parts,
    ...(hasTags && { tags }),
    linkCard: previewCard(network, post),
    ...(plain.length > 0 && { plainNames: plain }),
  };
}
