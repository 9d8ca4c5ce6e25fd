import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { countChanged } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import type { KeptSentence } from '../languages/kept-sentence.ts';
import { asPostMedia } from '../media/images-for.ts';
import { mediaOf } from '../media/media-queries.ts';
import type { LinkCardWords } from '../platforms/platform.ts';
import { LinkCard } from './link-card.entity.ts';

/** What a card is looked up by: a draft, or its future content. */
export interface LinkOwner {
  workspaceId: string;
  link?: string | null;
  /** The card that the draft has. */
  linkCardId?: string | null;
}

/**
 * The card of a draft's link. A draft keeps its card until its link changes, whatever the page says later; otherwise
 * the newest fetch of the link in the workspace, with or without a card. Null: never fetched. Read-only.
 */
export async function findLinkCard(ctx: Context, { workspaceId, link, linkCardId }: LinkOwner): Promise<LinkCard | null> {
  if (!link) return null;
  const own = linkCardId ? await ctx.em.findOne(LinkCard, linkCardId) : null;
  if (own?.link === link && own.title) return own;
  return ctx.em.findOne(LinkCard, { workspaceId, linkHash: hashLink(link) }, { orderBy: { id: 'desc' } });
}

export function hashLink(link: string): string {
  return hash('sha256', link);
}

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

const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes cards that no draft uses. Published cards are part of payloads. Returns how many. */
export async function purgeLinkCards(em: EntityManager, now: Date): Promise<number> {
  return countChanged(
    em,
    tables
      .deleteFrom('link_cards as c')
      .where('c.created_at', '<', new Date(now.getTime() - KEPT_MS))
      .where(({ exists, not, selectFrom }) => not(exists(selectFrom('drafts as d').whereRef('d.link_card_id', '=', 'c.id')))),
  );
}
