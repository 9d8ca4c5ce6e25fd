import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { belonging, idColumn, timestamp } from '../db/columns.ts';
import type { Difference } from '../platforms/platform/read-back.ts';
import { Publication } from './publication.entity.ts';

/** After publication; the first one leaves the network time to show the post everywhere. */
const AFTER_MS = [2 * MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS];

/** When a post is read back next; null after the last time. */
export function nextVerification(publishedAt: Date, now: Date): Date | null {
  const next = AFTER_MS.map((ms) => publishedAt.getTime() + ms).find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next);
}

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
    /** The fields that were compared; null if the post was not read, and in rows from before this was stored. */
    compared: p.array<string>().columnType('text[]').nullable(),
    /** What the post has and the network did not report, so it was not compared; null as above. */
    notReadable: p.array<string>().columnType('text[]').nullable(),
    /** Why it could not be read, in English; null otherwise. */
    message: p.text().nullable(),
    createdAt: timestamp(),
  },
});
export type Verification = InferEntity<typeof Verification>;
