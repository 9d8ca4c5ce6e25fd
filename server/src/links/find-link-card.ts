import { hash } from 'node:crypto';
import type { Context } from '../context.ts';
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
