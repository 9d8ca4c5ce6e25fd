import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { Account } from '../../access/account.entity.ts';
import { User } from '../../access/user.entity.ts';
import { idColumn, timestamp } from '../../db/columns.ts';
import { Publication } from '../publication.entity.ts';

export const VERDICTS = ['published', 'not_published'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A person's decision on an unknown outcome. Immutable. */
export const ManualResolution = defineEntity({
  name: 'ManualResolution',
  tableName: 'settlements',
  uniques: [{ properties: ['publicationId'] }],
  properties: {
    id: idColumn(),
    accountId: () => p.manyToOne(Account).mapToPk().name('account_id'),
    publicationId: () => p.manyToOne(Publication).mapToPk().name('publication_id'),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    verdict: p.enum(VERDICTS),
    /** How the person knows, in their own words. */
    reason: p.text(),
    /** A link that others can check: the post itself, a screenshot, a ticket. */
    evidenceUrl: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type ManualResolution = InferEntity<typeof ManualResolution>;
