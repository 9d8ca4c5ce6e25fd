import type { EntityManager } from '@mikro-orm/postgresql';
import { textArray } from '../db/reading/bound-values.ts';
import { searchWords } from '../db/search-query.ts';
import { Approval } from './approval.entity.ts';
import { type ApprovalFilter, goesOutCondition } from './approval-filter.ts';
import { APPROVAL_STATES } from './approval-states.ts';

/** So many are sorted; where more match, the queue is walked through in its order, and the next one is never far. */
const FEW = 2_000;

/**
 * The ids of what matches the words, the platform or the time that is asked for, where these are
 * few; null where they are many, or nothing of the kind is asked for. PostgreSQL guesses badly which
 * of the two it is, and would walk through the whole queue for a rare word.
 */
export async function findFew(em: EntityManager, workspaceId: string, filter: ApprovalFilter, now: Date): Promise<string[] | null> {
  const { state, sort, platform, goesOut, search } = filter;
  const words = search ? searchWords(search) : [];
  if (words.length > 0 || platform) {
    const states = state ? [state] : [...APPROVAL_STATES];
    const found = await em.execute<{ id: string }[]>('select find_in_queue(?, ?::text[], ?::text[], ?, ?) as id', [
      workspaceId,
      textArray(states),
      textArray(words),
      platform ?? null,
      FEW + 1,
    ]);
    if (found.length <= FEW) return found.map(({ id }) => id);
  }
  // The order by time has an index of its own, and so has "at once" where most go out at once.
  if (!goesOut || goesOut === 'at_once' || sort === 'soonest' || !state) return null;
  const due = await em
    .createQueryBuilder(Approval)
    .select('id')
    .where({ workspaceId, state, ...goesOutCondition(goesOut, now) })
    .orderBy({ dueAt: 'asc', id: 'asc' })
    .limit(FEW + 1)
    .execute<{ id: string }[]>();
  return due.length <= FEW ? due.map(({ id }) => id) : null;
}
