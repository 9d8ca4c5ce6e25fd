import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../../db/columns.ts';
import { User } from '../user.entity.ts';

/** A signed-in browser. The cookie's token is stored only as a keyed hash. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  uniques: [{ properties: ['tokenHash'] }],
  indexes: [{ properties: ['userId'] }, { properties: ['previousTokenHash'] }],
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().name('user_id'),
    /** Compared inside the database; requests cannot read it. */
    tokenHash: p.text().lazy(),
    /** The hash of the previous token after a renewal, accepted for a few more seconds. */
    previousTokenHash: p.text().lazy().nullable(),
    tokenRenewedAt: timestamp().nullable(),
    userAgent: p.text(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    /** The address of its last use, as seen by the server. */
    address: p.text().nullable(),
    /** Precise to about a minute; null: not since it began. */
    lastSeenAt: timestamp().nullable(),
    /** When the person last confirmed their identity, by signing in or later. */
    reauthenticatedAt: timestamp().nullable(),
    /**
     * When a second factor was last used in it; null: it began with only a password, an invitation or the
     * setup.
     */
    secondFactorAt: timestamp().nullable(),
  },
});
export type Session = InferEntity<typeof Session>;
