import { raw } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../access/authorise.ts';
import type { Context, Services } from '../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { query } from '../db/reading/query.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { tables } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import { reasonOf } from '../log.ts';
import { Media } from './media.entity.ts';
import { Rendition } from './rendition.entity.ts';

/** An image with its renditions, the original first. */
export interface MediaWithRenditions {
  media: Media;
  renditions: Rendition[];
  /** For a video. */
  cover?: { picture: MediaWithRenditions | null; atMs: number | null };
  subtitles?: { file: MediaWithRenditions; language: string };
}

/** The uploaded size of an image, in pixels; null if it was not reduced. */
export function reducedFrom({ originalWidth, originalHeight }: Media): { width: number; height: number } | null {
  return originalWidth && originalHeight ? { width: originalWidth, height: originalHeight } : null;
}

/** One image, if the actor may see its workspace; `not_found` otherwise. */
export async function loadMedia(ctx: Context, mediaId: string): Promise<MediaWithRenditions> {
  const media = await ctx.em.findOne(Media, { id: mediaId });
  if (!media) throw new DomainError('not_found');
  await requireWorkspace(ctx, media.workspaceId, 'read');
  const [found] = await mediaOf(ctx, [media.id]);
  if (!found) throw new DomainError('not_found');
  return found;
}

/** A workspace's images, newest first; without those of link cards. */
export async function listMedia(ctx: Context, workspaceId: string, request: PageRequest): Promise<Page<MediaWithRenditions>> {
  await requireWorkspace(ctx, workspaceId, 'read');
  const isNoCards = raw((alias) => `not exists (select from link_cards where link_cards.media_id = ${alias}.id)`);
  const page = await findPage(
    ctx.em,
    Media,
    { workspaceId, [isNoCards]: [] },
    {
      ...request,
      cursors: cursorsOf(ctx, 'media', workspaceId),
      order: 'desc',
    },
  );
  const ids = page.items.map(({ id }) => id);
  return { items: await mediaOf(ctx, ids), nextCursor: page.nextCursor, cursorOf: ({ media }) => page.cursorOf(media) };
}

/**
 * Images in the given order of ids; unknown ones are omitted. Two queries, or three if a video has a cover or
 * subtitles.
 */
export async function mediaOf(ctx: Context, mediaIds: readonly string[]): Promise<MediaWithRenditions[]> {
  if (mediaIds.length === 0) return [];
  const wanted = await ctx.em.find(Media, { id: { $in: [...mediaIds] } });
  const extras = wanted.flatMap(({ coverMediaId, subtitlesMediaId }) => [coverMediaId ?? [], subtitlesMediaId ?? []].flat());
  const rows = extras.length > 0 ? [...wanted, ...(await ctx.em.find(Media, { id: { $in: extras } }))] : wanted;
  const renditions = await ctx.em.find(Rendition, { mediaId: { $in: rows.map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
  const byMedia = Map.groupBy(renditions, ({ mediaId }) => mediaId);
  const find: FindMedia = (id) => {
    const media = rows.find((row) => row.id === id);
    return media ? { media, renditions: byMedia.get(media.id) ?? [] } : null;
  };
  return mediaIds.flatMap((id) => {
    const found = find(id);
    return found ? [{ ...found, ...extrasOf(found.media, find) }] : [];
  });
}

type FindMedia = (id: string | null | undefined) => MediaWithRenditions | null;

/** The cover and the subtitles that a video refers to. */
export function extrasOf(
  { coverMediaId, coverAtMs, subtitlesMediaId, subtitlesLanguage }: Partial<Media>,
  find: FindMedia,
): Pick<MediaWithRenditions, 'cover' | 'subtitles'> {
  const file = find(subtitlesMediaId);
  return {
    ...((coverMediaId || coverAtMs != null) && { cover: { picture: find(coverMediaId), atMs: coverAtMs ?? null } }),
    ...(file && subtitlesLanguage && { subtitles: { file, language: subtitlesLanguage } }),
  };
}

export const COPY_FILES =
  'Posts with missing files cannot be published: copy them from where they were stored, or set DATA_DIR and MEDIA_BUCKET_URL as before.';

/** Says which file is missing if the newest one is not in the store, as when another store was set; null if it is there. */
export async function findMissingFile({ orm, media, config }: Services): Promise<string | null> {
  const [newest] = await query(
    forkAsOwner(orm),
    tables
      .selectFrom('renditions as r')
      .innerJoin('accounts as a', 'a.id', 'r.account_id')
      .select(['r.account_id as accountId', 'r.sha256'])
      .where('a.erasing_at', 'is', null)
      .orderBy('r.id', 'desc')
      .limit(1),
  );
  if (!newest || (await media.readPart(newest.accountId, newest.sha256, 0, 1))) return null;
  return `${config.mediaBucket ? 'The bucket' : 'DATA_DIR/media'} has no ${newest.accountId}/${newest.sha256}, the newest file.`;
}

/** For a start, which does not wait for the store. */
export async function warnOfMissingFile(services: Services): Promise<void> {
  const message = await findMissingFile(services).catch((error: unknown) => `Pictures cannot be read: ${reasonOf(error)}.`);
  if (message) services.log.warn(`${message} ${COPY_FILES}`);
}
