import { signedImages } from '../images/signed-images.ts';
import type { JsonObject, Post } from '../platform.ts';
import { storableText } from '../storable-text.ts';
import { escapeLittleText } from './little-text.ts';

/** A post has one content: pictures, or the card of a link. */
export function buildLinkedinPost({ text, link, media }: Post): JsonObject {
  const { images } = signedImages(media);
  return {
    commentary: escapeLittleText(storableText(text)),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(images ? { images } : articleOf(link)),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

function articleOf(link: string | null): JsonObject {
  if (link === null) return {};
  return { content: { article: { source: storableText(link), title: URL.canParse(link) ? new URL(link).host : 'Link' } } };
}
