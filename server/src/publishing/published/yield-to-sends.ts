import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Connection } from '../../connections/connection.entity.ts';
import type { Context } from '../../context.ts';
import { tables } from '../../db/tables.ts';
import type { PlatformQuota } from '../../platforms/platform.ts';
import type { Publication } from '../publication.entity.ts';
import { takeQuota } from '../sending/take-quota.ts';

/**
 * Per connected account and across all processes, like those of sends: readings leave most of the network's
 * limit to sends.
 */
const QUOTAS: readonly PlatformQuota[] = [
  { max: 60, perSeconds: 3_600, scope: 'connection', source: 'docs/decisions/470', checkedOn: '2026-11-28', confidence: 'operator' },
];

/**
 * For `exists` in a query of `publications`: their account is paused (rate-limited, or the network refuses the service).
 * Readings wait like its sends.
 */
export const pausedAccount = (now: Date) =>
  tables
    .selectFrom('connections')
    .select('connections.id')
    .where(sql<boolean>`connections.id = publications.connection_id`)
    .where('connections.rests_until', '>', now);

/** Counts a reading of this kind for the post's account. Returns null, or when the next one fits if those of the hour are used up. */
export async function takeReading(
  tx: Context,
  kind: 'metrics' | 'read back',
  { connectionId }: Pick<Publication, 'connectionId'>,
): Promise<Date | null> {
  if (!connectionId) return null;
  await tx.em.findOne(Connection, connectionId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const user = { platform: kind, connectionId: `${kind} of ${connectionId}`, quotas: QUOTAS, cost: 1 };
  const { isTaken, fullUntil } = await takeQuota(tx, user);
  return isTaken ? null : fullUntil;
}
