import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { draftTitle } from '../../drafts/text/draft-title.ts';
import { say } from '../../languages/sentence.ts';
import { platformNames } from '../platform-names.ts';
import type { Telling } from './telling.ts';

/** Notifies the authors of a hold; agents get the event. */
export async function tellOfHeld(tx: Context, approvalIds: readonly string[]): Promise<Telling[]> {
  if (approvalIds.length === 0) return [];
  const rows = await query(
    tx.em,
    tables
      .selectFrom('approvals as a')
      .leftJoin('users as u', 'u.id', 'a.held_by')
      .select(['a.id', 'a.account_id', 'a.workspace_id', 'a.words', 'a.platforms', 'a.hold_reason', 'u.name as holder'])
      .select(
        sql<
          string[]
        >`array(select distinct w.user_id from draft_authors w join memberships m on m.user_id = w.user_id and m.account_id = a.account_id
               where w.draft_id = a.draft_id and w.user_id <> a.held_by)`.as('writers'),
      )
      .where('a.id', '=', anyOf(approvalIds))
      .where('a.held_at', 'is not', null)
      .orderBy('a.id'),
  );
  return rows.flatMap(
    ({ id, account_id: accountId, workspace_id: workspaceId, words, platforms, holder, hold_reason: reason, writers }) => {
      const what = say`“${draftTitle(words)}” for ${platformNames(tx, platforms)}`;
      const who = holder ?? say`Someone`;
      const message = say`${who} put ${what} on hold: “${reason ?? ''}” It is published once a person releases it.`;
      return writers.map((userId): Telling => ({ accountId, workspaceId, userId, kind: 'approval_held', subjectId: id, message }));
    },
  );
}
