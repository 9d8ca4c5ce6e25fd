import { signedImages } from '../images/signed-images.ts';
import type { JsonObject } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { signedVideo } from '../videos/signed-video.ts';
import { escapeLittleText } from './little-text.ts';

/** A post has one content: a video, images, or the card of a link. */
export function buildLinkedinPost({ parts: [words] }: PostWords, extras: PostExtras): JsonObject {
  const { images } = signedImages(extras.media);
  const { video } = signedVideo(extras.media);
  return {
    commentary: escapeLittleText(words),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(video ? { video } : images ? { images } : articleOf(extras)),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

/**
 * learn.microsoft.com, Posts API, Article: LinkedIn does not read the page itself. A single image of an article is
 * its thumbnail.
 */
function articleOf({ link, card }: PostExtras): JsonObject {
  if (link === null) return {};
  const article = {
    source: storableText(link),
    title: storableText(card?.title ?? URL.parse(link)?.host ?? 'Link'),
    ...(card?.description && { description: storableText(card.description) }),
  };
  return { content: { article }, ...signedImages(card?.image ? [card.image] : []) };
}
