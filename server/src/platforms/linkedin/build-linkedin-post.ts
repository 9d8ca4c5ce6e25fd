import { signedImages } from '../images/signed-images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { JsonObject, Post } from '../platform.ts';
import { storableText } from '../text/storable-text.ts';
import { escapeLittleText } from './little-text.ts';

/** A post has one content: images, or the card of a link. */
export function buildLinkedinPost(network: NetworkRules, post: Post): JsonObject {
  const { images } = signedImages(post.media);
  return {
    commentary: escapeLittleText(network, storableText(post.text)),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(images ? { images } : articleOf(post)),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

/**
 * learn.microsoft.com, Posts API, Article: LinkedIn does not read the page itself. A single image of an article is
 * its thumbnail.
 */
function articleOf({ link, card }: Post): JsonObject {
  if (link === null) return {};
  const article = {
    source: storableText(link),
    title: storableText(card?.title ?? URL.parse(link)?.host ?? 'Link'),
    ...(card?.description && { description: storableText(card.description) }),
  };
  return { content: { article }, ...signedImages(card?.image ? [card.image] : []) };
}
