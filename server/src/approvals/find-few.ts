import type { EntityManager } from '@mikro-orm/postgresql';
import { type BoundValue, numbered, queryByValues, textArray } from '../db/reading/query.ts';
import { searchWords } from '../db/search-query.ts';
import { type ApprovalFilter, goesOutCondition } from './approval-filter.ts';
import { APPROVAL_STATES } from './approval-states.ts';

/** Up to this many matches are sorted; with more, the queue is scanned in order, and the next match is never far. */
const FEW = 2_000;

/**
 * The ids that match the search, platform or schedule, if there are few; null if there are many, or no such filter.
 * PostgreSQL misestimates which of the two it is, and would scan the whole queue for a rare word.
 */
export async function findFew(em: EntityManager, workspaceId: string, filter: ApprovalFilter, now: Date): Promise<string[] | null> {
  const { state, sort, platform, goesOut, search } = filter;
  const words = search ? searchWords(search) : [];
  if (words.length > 0 || platform) {
    const states = textArray(state ? [state] : APPROVAL_STATES);
    const found = 'select find_in_queue(?, ?::text[], ?::text[], ?, ?) as id';
    const few = await unlessMany(em, found, [workspaceId, states, textArray(words), platform ?? null, FEW + 1]);
    if (few) return few;
  }
  // The order by time has its own index, and so has "at once", which is the most frequent case.
  if (!goesOut || goesOut === 'at_once' || sort === 'soonest' || !state) return null;
  const [goes, ...times] = goesOutCondition(goesOut, now);
  const due = `select t.id from approvals t where t.workspace_id = ? and t.state = ? and ${goes} order by t.due_at, t.id limit ${FEW + 1}`;
  return unlessMany(em, due, [workspaceId, state, ...times]);
}

/** No ids are transferred if there are many. */
async function unlessMany(em: EntityManager, ids: string, values: readonly BoundValue[]): Promise<string[] | null> {
  const sql = `select case when count(*) <= ${FEW} then coalesce(json_agg(found.id), '[]') end as few from (${ids}) found`;
  const [row] = await queryByValues<{ few: string[] | null }>(em, numbered(sql), values);
  return row?.few ?? null;
}
