import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import type { VideoTracks } from '../platforms/platform.ts';

/** The encoding of a video, and its exact duration; for an animated picture, the number of its frames. */
export interface StoredTracks extends VideoTracks {
  seconds: number;
  frames?: number;
}

/** An image or a video uploaded for posts of a workspace. Its bytes are immutable; see Rendition. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  indexes: [{ properties: ['workspaceId', 'id'] }, { properties: ['coverMediaId'] }, { properties: ['subtitlesMediaId'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    workspaceId: () => p.manyToOne(Workspace).mapToPk().name('workspace_id'),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** Alternative text; empty if none was written. */
    altText: p.text(),
    /** The uploaded size, in pixels; null if it was not reduced. */
    originalWidth: p.integer().nullable(),
    originalHeight: p.integer().nullable(),
    /** The duration of a video or the end of subtitles, in seconds, rounded up; null for an image. */
    seconds: p.integer().nullable(),
    /** The encoding of a video; null for an image, and for a video from before this was read. */
    tracks: p.json<StoredTracks>().nullable(),
    /** The picture that a video shows before it plays; null if the network chooses one. */
    coverMediaId: () => p.manyToOne(Media).mapToPk().name('cover_media_id').nullable(),
    /** The moment of the video that the cover is from, in milliseconds; null if it is another picture. */
    coverAtMs: p.integer().nullable(),
    /** The subtitles of a video, and their language (BCP 47). */
    subtitlesMediaId: () => p.manyToOne(Media).mapToPk().name('subtitles_media_id').nullable(),
    subtitlesLanguage: p.text().nullable(),
    /** The text of subtitles, without times; null for everything else. */
    words: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type Media = InferEntity<typeof Media>;
