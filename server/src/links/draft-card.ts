import type { Context } from '../context.ts';
import type { KeptSentence } from '../languages/kept-sentence.ts';
import { asPostMedia } from '../media/images-for.ts';
import { mediaOf } from '../media/media-queries.ts';
import type { LinkCardWords } from '../platforms/platform.ts';
import { findLinkCard, type LinkOwner } from './find-link-card.ts';
import type { LinkCard } from './link-card.entity.ts';

/** The card for a draft's payloads. */
export interface DraftCard {
  /** The id of the card; null if the page was never fetched. */
  id: string | null;
  words: LinkCardWords | null;
  /** Why there are none, in a sentence. */
  missing: string | null;
  missingSentence?: KeptSentence | null;
}

/** The card of a draft's link as it would be frozen now. Only reads. */
export async function draftCard(ctx: Context, owner: LinkOwner): Promise<DraftCard> {
  const card = await findLinkCard(ctx, owner);
  return {
    id: card?.id ?? null,
    words: card && (await wordsOf(ctx, card)),
    missing: card?.missing ?? null,
    missingSentence: card?.missingSentence ?? null,
  };
}

async function wordsOf(ctx: Context, { title, description, siteName, mediaId }: LinkCard): Promise<LinkCardWords | null> {
  if (!title) return null;
  const [picture] = await mediaOf(ctx, mediaId ? [mediaId] : []);
  const [rendition] = picture?.renditions ?? [];
  const image = picture && rendition ? asPostMedia(picture.media, rendition) : null;
  return { title, description: description ?? null, siteName: siteName ?? null, image };
}
