import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import type { Difference } from '../platforms/platform/compare-fields.ts';
import { Publication } from './publication.entity.ts';

export const VERIFICATION_RESULTS = ['as_signed', 'different', 'gone', 'unreadable'] as const;
export type VerificationResult = (typeof VERIFICATION_RESULTS)[number];

/** A reading of a published post, compared with what was signed. Immutable. */
export const Verification = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  indexes: [{ properties: ['publicationId', 'id'] }],
  properties: {
    id: idColumn(),
    ...belonging(),
    publicationId: () => p.manyToOne(Publication).mapToPk().name('publication_id').createForeignKeyConstraint(false),
    result: p.enum(VERIFICATION_RESULTS),
    /** `public`: read without signing in; `account`: with the account's own credentials; null if unreadable. */
    seenBy: p.text().$type<'public' | 'account'>().nullable(),
    differences: p.json<Difference[]>().columnType('jsonb'),
    /** Why it could not be read, in English; null otherwise. */
    message: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type Verification = InferEntity<typeof Verification>;
