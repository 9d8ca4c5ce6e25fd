import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { keepWords } from '../../languages/kept-sentence.ts';
import type { Words } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { User } from '../user.entity.ts';
import { Notice, type OperatorKind } from './notice.entity.ts';
import { ServiceMatter } from './service-matter.entity.ts';

/** Prefix of the ids of alerts that come from a network's refusal of the service, not from a health check. */
export const REPORTED = 'network:';

/** A problem of the service; `id` as in ServiceMatter. */
export interface Matter {
  id: string;
  kind: OperatorKind;
  message: Words;
}

/** Opens an operator alert or updates its message. With the owner role, as it belongs to no account. */
export async function openMatter(em: EntityManager, { id, kind, message }: Matter, now: Date): Promise<void> {
  const kept = keepWords(message);
  await query(
    em,
    tables
      .insertInto('service_matters')
      .values({ id, kind, message: kept.message, sentence: sql`${kept.sentence && JSON.stringify(kept.sentence)}::jsonb`, opened_at: now })
      .onConflict((on) =>
        on.column('id').doUpdateSet(({ ref }) => ({
          message: ref('excluded.message'),
          sentence: ref('excluded.sentence'),
          ended_at: null,
          opened_at: sql<Date>`case when service_matters.ended_at is null then service_matters.opened_at else excluded.opened_at end`,
        })),
      ),
  );
}

/** Ends an operator alert and clears its notices. No effect if it is not open. */
export async function endMatter(em: EntityManager, id: string, now: Date): Promise<void> {
  const ended = await em.nativeUpdate(ServiceMatter, { id, endedAt: null }, { endedAt: now });
  if (ended > 0) await forgetOperatorNotices(em, id, now);
}

/** Marks the operators' notices about a resolved alert as seen. */
export async function forgetOperatorNotices(em: EntityManager, subjectId: string, now: Date): Promise<void> {
  await em.nativeUpdate(Notice, { subjectId, accountId: null, seenAt: null }, { seenAt: now });
}

/**
 * Adds a notice for each operator, in the same transaction; returns their number. `except`: the operator who caused
 * it.
 */
export async function addOperatorNotices(
  tx: Context,
  { kind, message, subjectId, except = null }: Omit<Matter, 'id'> & { subjectId: string; except?: string | null },
): Promise<number> {
  const operators = await tx.em.find(User, { isOperator: true }, { orderBy: { id: 'asc' } });
  const createdAt = tx.clock.now();
  const rows = operators
    .filter(({ id }) => id !== except)
    .map(({ id: userId }) => ({ id: newId('ntc'), accountId: null, userId, kind, subjectId, ...keepWords(message), createdAt }));
  if (rows.length > 0) await tx.em.insertMany(Notice, rows);
  return operators.length;
}
