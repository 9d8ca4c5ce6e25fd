import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../access/account.entity.ts';
import { User } from '../access/user.entity.ts';
import { idColumn, timestamp } from '../db/columns.ts';
import { Draft } from '../drafts/draft.entity.ts';

/** A person's override of one finding in exactly this content. Immutable: other content needs another one. */
export const SafetyOverride = defineEntity({
  name: 'SafetyOverride',
  tableName: 'safety_lifts',
  uniques: [{ properties: ['draftId', 'contentHash', 'findingId'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    draftId: () => p.manyToOne(Draft).mapToPk().name('draft_id'),
    contentHash: p.text(),
    /** `findingId()` of the finding. */
    findingId: p.text(),
    reason: p.text(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    createdAt: timestamp(),
  },
});
export type SafetyOverride = InferEntity<typeof SafetyOverride>;
