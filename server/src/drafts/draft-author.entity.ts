import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import { Draft } from './draft.entity.ts';

/** A grant or a person that wrote a draft's content, targets or time, or submitted it. */
export const DraftAuthor = defineEntity({
  name: 'DraftAuthor',
  tableName: 'draft_authors',
  uniques: [{ properties: ['draftId', 'grantId'] }, { properties: ['draftId', 'userId'] }],
  indexes: [{ properties: ['grantId', 'since'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id').createForeignKeyConstraint(false),
    grantId: () => p.manyToOne(Grant).mapToPk().name('grant_id').nullable(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id').nullable(),
    /** Their last revision of the draft; 0 for a mere submitter. */
    revision: p.integer(),
    /** Since when the draft's job counts for them: when they contributed, or when the draft was queued again. */
    since: timestamp(),
  },
});
export type DraftAuthor = InferEntity<typeof DraftAuthor>;
