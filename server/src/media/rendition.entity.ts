import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { idColumn } from '../db/columns.ts';
import { Media, type StoredTracks } from './media.entity.ts';

export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type VideoType = (typeof VIDEO_TYPES)[number];
/** An animated picture, whose bytes stay unchanged. */
export const ANIMATION_TYPE = 'image/gif';
export const DOCUMENT_TYPE = 'application/pdf';
/** Subtitles of a video: WebVTT and SubRip. */
export const VTT_TYPE = 'text/vtt';
export const SRT_TYPE = 'application/x-subrip';
export type MediaType = ImageType | VideoType | typeof ANIMATION_TYPE | typeof DOCUMENT_TYPE | typeof VTT_TYPE | typeof SRT_TYPE;

export const isVideo = (mimeType: string): boolean => mimeType.startsWith('video/');

export const isSubtitles = (mimeType: string): boolean => mimeType === VTT_TYPE || mimeType === SRT_TYPE;

/** Whether a stored file is never held in memory as a whole: a video or a document. */
export const isLarge = (mimeType: string): boolean => !mimeType.startsWith('image/');

/** A rendition whose bytes are in the store. */
export interface StoredMedia {
  sha256: string;
  mimeType: MediaType;
  /** In bytes. */
  byteSize: number;
  /** In pixels. */
  width: number;
  height: number;
  /** The uploaded size, in pixels, if it was larger than any platform displays. */
  reducedFrom?: { width: number; height: number };
  /** The duration of a video, in seconds, rounded up. */
  seconds?: number;
  /** For a video or an animated picture. */
  tracks?: StoredTracks;
  /** The text of subtitles. */
  words?: string;
}

export interface StoredImage extends StoredMedia {
  mimeType: ImageType;
}

/**
 * A rendition of an image, created at the upload: small enough for a platform, and immutable. A video has
 * one.
 */
export const Rendition = defineEntity({
  name: 'Rendition',
  tableName: 'renditions',
  uniques: [{ properties: ['mediaId', 'sha256'] }],
  indexes: [{ properties: ['accountId', 'sha256'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    mediaId: () => p.manyToOne(Media).mapToPk().name('media_id'),
    /** The SHA-256 of the bytes, in hex; the key in the store. */
    sha256: p.text(),
    mimeType: p.enum([...IMAGE_TYPES, ANIMATION_TYPE, ...VIDEO_TYPES, DOCUMENT_TYPE, VTT_TYPE, SRT_TYPE]),
    /** In bytes. */
    byteSize: p.integer(),
    /** In pixels; 0 for subtitles. */
    width: p.integer(),
    height: p.integer(),
  },
});
export type Rendition = InferEntity<typeof Rendition>;

/** How much an account has stored; see account-storage.ts. Not in `accounts`, which requests of agents may not change. */
export const AccountStorage = defineEntity({
  name: 'AccountStorage',
  tableName: 'account_storage',
  primaryKeys: ['accountId'],
  properties: {
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id').primary(),
    /** Those of removed media too, whose bytes stay. */
    bytes: p.bigint('number'),
  },
});
export type AccountStorage = InferEntity<typeof AccountStorage>;
