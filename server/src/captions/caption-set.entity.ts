import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';

export const CAPTION_ORIGINS = ['agent', 'extractive', 'model', 'person'] as const;
export type CaptionOrigin = (typeof CAPTION_ORIGINS)[number];

/** The captions for every platform of a draft at one revision, and what they were for. Never changed: a new revision is a new set. */
export const CaptionSet = defineEntity({
  name: 'CaptionSet',
  tableName: 'caption_sets',
  uniques: [{ properties: ['workspaceId', 'id', 'accountId'] }, { properties: ['draftId', 'revision'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').createForeignKeyConstraint(false),
    /** 1 for the draft's first set. */
    revision: p.integer(),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** The draft's at this revision; null in sets of before 0.7. */
    sourceText: p.text().nullable(),
    link: p.text().nullable(),
    /** Plain ids: a picture may be deleted since. Null in sets of before 0.7; empty for none. */
    mediaIds: p.array().columnType('text[]').nullable(),
    createdAt: timestamp(),
  },
});
export type CaptionSet = InferEntity<typeof CaptionSet>;
