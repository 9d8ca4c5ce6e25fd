import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { idColumn } from '../db/columns.ts';
import { Media } from './media.entity.ts';

export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** One form of a picture, whose bytes the store has already. */
export interface StoredImage {
  sha256: string;
  mimeType: ImageType;
  /** In bytes. */
  byteSize: number;
  /** In pixels. */
  width: number;
  height: number;
}

/** One form of a picture, made when it was handed in: small enough for a platform, and the same bytes ever after. */
export const Rendition = defineEntity({
  name: 'Rendition',
  tableName: 'renditions',
  uniques: [{ properties: ['mediaId', 'sha256'] }],
  indexes: [{ properties: ['accountId', 'sha256'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    mediaId: () => p.manyToOne(Media).mapToPk().name('media_id'),
    /** Of the bytes, in hex; also where the store keeps them. */
    sha256: p.text(),
    mimeType: p.enum(IMAGE_TYPES),
    /** In bytes. */
    byteSize: p.integer(),
    /** In pixels. */
    width: p.integer(),
    height: p.integer(),
  },
});
export type Rendition = InferEntity<typeof Rendition>;
