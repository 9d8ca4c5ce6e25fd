import type { Context } from '../context.ts';
import { newId } from '../new-id.ts';
import { Media } from './media.entity.ts';
import { Rendition, type StoredMedia } from './rendition.entity.ts';

/** The cover and the subtitles of a video. */
export interface MediaExtras {
  cover?: MediaCover | null;
  subtitles?: MediaSubtitles | null;
}

/** A picture, a moment of the video, or the picture of a moment. */
export interface MediaCover {
  mediaId: string | null;
  /** In milliseconds from the beginning. */
  atMs: number | null;
}

export interface MediaSubtitles {
  mediaId: string;
  /** BCP 47. */
  language: string;
}

export interface NewMedia {
  accountId: string;
  workspaceId: string;
  altText: string;
  /** Its renditions, the original first; their bytes are in the store. */
  images: readonly StoredMedia[];
  /** For a video: its cover and subtitles. */
  extras?: MediaExtras;
}

/** Creates an image's rows, in the actor's name. The caller flushes. */
export function createMedia(
  ctx: Context,
  { accountId, workspaceId, altText, images, extras: { cover, subtitles } = {} }: NewMedia,
): { media: Media; renditions: Rendition[] } {
  const media = ctx.em.create(Media, {
    id: newId('med'),
    accountId,
    workspaceId,
    grantId: ctx.actor.kind === 'agent' ? ctx.actor.grantId : null,
    userId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    altText,
    originalWidth: images[0]?.reducedFrom?.width ?? null,
    originalHeight: images[0]?.reducedFrom?.height ?? null,
    seconds: images[0]?.seconds ?? null,
    tracks: images[0]?.tracks ?? null,
    words: images[0]?.words ?? null,
    coverMediaId: cover?.mediaId ?? null,
    coverAtMs: cover?.atMs ?? null,
    subtitlesMediaId: subtitles?.mediaId ?? null,
    subtitlesLanguage: subtitles?.language ?? null,
    createdAt: ctx.clock.now(),
  });
  const renditions = images.map(({ sha256, mimeType, byteSize, width, height }) =>
    ctx.em.create(Rendition, { id: newId('ren'), accountId, mediaId: media.id, sha256, mimeType, byteSize, width, height }),
  );
  return { media, renditions };
}
