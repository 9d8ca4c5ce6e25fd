import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { mayWriteDrafts, requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { DAY_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { COUNT, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { RequestNotice } from '../drafts/resolve-approval-required.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import { fromStoredMessage, type StoredSentence, toStoredMessage } from '../languages/stored-message.ts';
import { createMedia } from '../media/create-media.ts';
import { asPostMedia } from '../media/images-for.ts';
import { mediaOf } from '../media/media-queries.ts';
import { newId } from '../new-id.ts';
import type { LinkCardWords } from '../platforms/platform.ts';
import { LINKS_ONLY } from '../platforms/text/facet-syntax.ts';
import { findFacets } from '../platforms/text/facets.ts';
import { LinkCard } from './link-card.entity.ts';
import type { LinkContent } from './link-reader.ts';

/** What a card is looked up by: a draft, or its future content. */
interface LinkOwner {
  workspaceId: string;
  link?: string | null;
  /** The card that the draft has. */
  linkCardId?: string | null;
}

/**
 * The card of a draft's link. A draft keeps its card until its link changes, whatever the page says later; otherwise
 * the newest fetch of the link in the workspace, with or without a card. Null: never fetched. Read-only.
 */
async function findLinkCard(ctx: Context, { workspaceId, link, linkCardId }: LinkOwner): Promise<LinkCard | null> {
  if (!link) return null;
  const own = linkCardId ? await ctx.em.findOne(LinkCard, linkCardId) : null;
  if (own?.link === link && own.title) return own;
  return ctx.em.findOne(LinkCard, { workspaceId, linkHash: hashLink(link) }, { orderBy: { id: 'desc' } });
}

function hashLink(link: string): string {
  return hash('sha256', link);
}

/** The card for a draft's payloads. */
export interface DraftCard {
  /** The id of the card; null if the page was never fetched. */
  id: string | null;
  /** What it is the card of; null if there is no link. */
  link: string | null;
  words: LinkCardWords | null;
  /** Why there are none, in a sentence. */
  missing: string | null;
  missingSentence?: StoredSentence | null;
}

/** Texts beyond this length are not searched for a link, to limit the work. */
const LONGEST_SEARCHED = 20_000;

/** The link that the card of a post is about: its own, otherwise the first one in its texts. Null if there is none. */
export function cardLinkOf(link: string | null | undefined, texts: readonly string[]): string | null {
  if (link) return link;
  for (const text of texts) {
    const [first] = text.length <= LONGEST_SEARCHED ? findFacets(text, LINKS_ONLY) : [];
    if (first) return first.target;
  }
  return null;
}

/** The card of a draft's link as it would be frozen now. Only reads. */
export async function draftCard(ctx: Context, owner: LinkOwner): Promise<DraftCard> {
  const card = await findLinkCard(ctx, owner);
  return {
    id: card?.id ?? null,
    link: owner.link ?? null,
    words: card && (await cardText(ctx, card)),
    missing: card?.missing ?? null,
    missingSentence: card?.missingSentence ?? null,
  };
}

async function cardText(ctx: Context, { title, description, siteName, mediaId }: LinkCard): Promise<LinkCardWords | null> {
  if (!title) return null;
  const [picture] = await mediaOf(ctx, mediaId ? [mediaId] : []);
  const [rendition] = picture?.renditions ?? [];
  const image = picture && rendition ? asPostMedia(picture.media, rendition) : null;
  return { title, description: description ?? null, siteName: siteName ?? null, image };
}

const KEPT_MS = 30 * DAY_MS;
const PURGED_AT_ONCE = 500;

/** The media ids in the URLs of a preview: `/api/media/med_…/…`, of its pictures, covers and card. */
const SHOWN_IDS = sql<string>`split_part(jsonb_path_query(p.preview, '$.**.url') #>> '{}', '/', 4)`;

/**
 * Deletes cards that no draft uses, with their pictures; the bytes stay in the store, as those of removed media. A card
 * whose picture is named by a payload, a draft or a video stays: without it the picture would be listed as an upload.
 */
async function purgeLinkCards(em: EntityManager, now: Date): Promise<void> {
  await query(
    em,
    tables
      .with('unused', (db) =>
        db
          .selectFrom('link_cards as c')
          .select(['c.id', 'c.account_id', 'c.workspace_id', 'c.media_id'])
          .where('c.created_at', '<', new Date(now.getTime() - KEPT_MS))
          .where(({ exists, not, selectFrom }) => not(exists(selectFrom('drafts as d').whereRef('d.link_card_id', '=', 'c.id'))))
          .orderBy('c.id')
          .limit(PURGED_AT_ONCE),
      )
      .with('places', (db) => db.selectFrom('unused').select(['account_id', 'workspace_id']).distinct().where('media_id', 'is not', null))
      .with('shown', (db) =>
        db
          .selectFrom('payloads as p')
          .innerJoin('places as w', (join) =>
            join.onRef('w.account_id', '=', 'p.account_id').onRef('w.workspace_id', '=', 'p.workspace_id'),
          )
          .select(SHOWN_IDS.as('media_id')),
      )
      .with('gone', (db) =>
        db
          .deleteFrom('link_cards as c')
          .using('unused as u')
          .whereRef('c.id', '=', 'u.id')
          .where(({ exists, not, selectFrom }) => not(exists(selectFrom('shown as s').whereRef('s.media_id', '=', 'u.media_id'))))
          .where(({ exists, not, selectFrom }) => not(exists(selectFrom('media as m').whereRef('m.cover_media_id', '=', 'u.media_id'))))
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('drafts as d')
                  .whereRef('d.workspace_id', '=', 'u.workspace_id')
                  .where(sql<boolean>`u.media_id = any (d.media_ids)`),
              ),
            ),
          )
          .returning('c.media_id'),
      )
      .with('files', (db) => db.deleteFrom('renditions').where('media_id', 'in', db.selectFrom('gone').select('media_id')).returning('id'))
      .with('pictures', (db) => db.deleteFrom('media').where('id', 'in', db.selectFrom('gone').select('media_id')).returning('id'))
      .selectFrom('gone')
      .select(COUNT),
  );
}

/** Scheduled task: deletes unused cards, once a day in a worker, as it reads the payloads of their workspaces. */
export function createCardPurge(): (services: Services) => Promise<void> {
  let nextAt = 0;
  return async ({ orm, clock }) => {
    const now = clock.now();
    if (now.getTime() < nextAt) return;
    // Also after a failure: it reads much, and nothing depends on it.
    nextAt = now.getTime() + DAY_MS;
    await purgeLinkCards(orm.em.fork(), now);
  };
}

interface LinkCardWish extends LinkOwner {
  platforms: readonly string[];
}

/** How long a fetch is valid; failures are retried sooner, as the page may be fixed. */
const CARD_LASTS_MS = DAY_MS;
const FAULT_LASTS_MS = 5 * 60_000;

/**
 * Fetches the page behind a link, if a platform uses our cards and there is no recent result, and stores its card.
 * Before the transaction that builds the payloads, since no network call is made inside one. Any problem with the
 * page is a notice and never a refusal.
 */
export async function prepareLinkCard(ctx: Context, wish: LinkCardWish): Promise<RequestNotice[]> {
  const { links } = ctx;
  const { link, platforms, workspaceId } = wish;
  if (!links || !isLookable(link) || !platforms.some((id) => ctx.platforms.get(id)?.carriesLinkCard)) return [];
  if (!mayWriteDrafts(ctx)) return [];
  const workspace = await requireWorkspace(ctx, workspaceId, 'write');
  const known = await findLinkCard(ctx, wish);
  if (known && isCurrent(ctx, known, wish)) return noticesOf(known);
  if (ctx.em.isInTransaction()) throw new Error('A page is looked at before the transaction opens.');
  const content = await links.read(link, ownerOf(ctx));
  return noticesOf(await keep(ctx, workspace, link, content));
}

/** Anything else is refused by the command that follows. */
function isLookable(link: string | null | undefined): link is string {
  // A URL parser accepts them; the database does not store all of them.
  if (/[\s\p{C}]/u.test(link ?? '')) return false;
  return Boolean(link) && (link?.length ?? 0) <= FIELD_RULES.draft.link.maxLength && URL.parse(link ?? '') !== null;
}

function isCurrent({ clock }: Context, card: LinkCard, { linkCardId }: LinkCardWish): boolean {
  if (card.id === linkCardId && card.title) return true;
  const age = clock.now().getTime() - card.createdAt.getTime();
  return age < (card.missing ? FAULT_LASTS_MS : CARD_LASTS_MS);
}

function noticesOf({ title, missing, missingSentence }: LinkCard): RequestNotice[] {
  if (!missing) return [];
  const why = fromStoredMessage({ message: missing, sentence: missingSentence });
  if (title) return [{ code: 'link_card_without_picture', message: say`The link card is published without a picture: ${why}` }];
  return [{ code: 'link_card_missing', message: say`The link has no card: ${why} The post is published with the address only.` }];
}

async function keep(ctx: Context, { id: workspaceId, accountId }: Workspace, link: string, content: LinkContent): Promise<LinkCard> {
  const image = content.kind === 'card' ? content.image : null;
  const fault = content.kind === 'card' ? content.imageFault : content.reason;
  // The bytes first: a row never refers to a missing file.
  if (image) await ctx.media.put(accountId, image.sha256, image.bytes);
  return inTransaction(ctx, async (tx) => {
    const media =
      image && createMedia(tx, { workspaceId, accountId, altText: '', images: [{ ...image, byteSize: image.bytes.length }] }).media;
    const card = tx.em.create(LinkCard, {
      id: newId('lnk'),
      accountId,
      workspaceId,
      link,
      linkHash: hashLink(link),
      ...(content.kind === 'card' && {
        title: content.title,
        description: content.description,
        siteName: content.siteName,
        mediaId: media?.id ?? null,
      }),
      ...(fault && { missing: String(fault), missingSentence: toStoredMessage(fault).sentence }),
      createdAt: tx.clock.now(),
    });
    await tx.em.flush();
    return card;
  });
}
