import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
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
  await em.execute(
    `insert into service_matters as m (id, kind, message, sentence, opened_at) values (?, ?, ?, ?::jsonb, ?)
      on conflict (id) do update set message = excluded.message, sentence = excluded.sentence, ended_at = null,
        opened_at = case when m.ended_at is null then m.opened_at else excluded.opened_at end`,
    [id, kind, kept.message, kept.sentence && JSON.stringify(kept.sentence), now],
    'run',
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
