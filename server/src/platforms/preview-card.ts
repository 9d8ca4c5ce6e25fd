import type { NetworkRules } from './network-rules.ts';
import type { Post, PreviewCard } from './platform.ts';
import { previewImage } from './preview-image.ts';

/** The card under a post; null where the network shows none, as with pictures. */
export function previewCard(network: NetworkRules, { link, media, card }: Post): PreviewCard | null {
  if (!network.hasLinkCard || link === null || !URL.parse(link) || media?.length) return null;
  const plain = { url: link, title: new URL(link).host };
  if (!network.carriesLinkCard) return { ...plain, isMadeByNetwork: true };
  if (!card) return plain;
  const image = card.image && previewImage(card.image);
  return {
    ...plain,
    title: card.title,
    ...(card.description !== null && { description: card.description }),
    ...(card.siteName !== null && { siteName: card.siteName }),
    ...(image && { image }),
  };
}
