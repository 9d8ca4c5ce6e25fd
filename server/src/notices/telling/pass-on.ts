import type { Context, Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { draftTitle } from '../../drafts/text/draft-title.ts';
import { platformNames } from '../platform-names.ts';
import { findWaiting } from './tell-of-asked.ts';
import { keepNotices, type Telling } from './telling.ts';
import { askedBy, turnAt } from './turns.ts';

const AT_ONCE = 100;

/** Where people are asked one after another: tells the next, once nobody has decided for so long. Safe in many workers at once. */
export function passOn(services: Services): Promise<number> {
  return inTransaction(systemContext(services), async (tx) => {
    const now = tx.clock.now();
    const due = await tx.em.execute<{ approval_id: string }[]>(
      `insert into approval_turns (approval_id, turn)
       select a.id, t.turn from approvals a join workspaces w on w.id = a.workspace_id and w.archived_at is null
        cross join lateral generate_series(1, least(cardinality(w.ask_in_turn),
          floor(extract(epoch from (?::timestamptz - a.created_at)) / 3600 / w.turn_hours)::int)) t (turn)
        where a.state = 'pending' and a.expires_at > ?::timestamptz and cardinality(w.ask_in_turn) > 0
          and not exists (select from approval_turns x where x.approval_id = a.id and x.turn = t.turn)
        order by a.id limit ? on conflict do nothing returning approval_id`,
      [now, now, AT_ONCE],
    );
    const approvalIds = [...new Set(due.map(({ approval_id: id }) => id))];
    if (approvalIds.length === 0) return 0;
    const told = await toldOf(tx, approvalIds);
    const tellings = (await findWaiting(tx, approvalIds)).flatMap(({ approval, deciders, mayDecide, required, order }) => {
      const asked = askedBy(mayDecide, order, { required, turn: turnAt(approval, order, now) });
      const { accountId, workspaceId, id: subjectId, words, platforms } = approval;
      const what = `“${draftTitle(words)}” for ${platformNames(tx, platforms)}`;
      const hours = Math.floor((now.getTime() - approval.createdAt.getTime()) / 3_600_000);
      const message = `Nobody has decided for ${hours === 1 ? 'an hour' : `${hours} hours`}, so now you are asked: ${what}.`;
      return deciders
        .filter((userId) => asked.includes(userId) && !told.has(`${subjectId}/${userId}`))
        .map((userId): Telling => ({ accountId, workspaceId, userId, kind: 'approval_waits', subjectId, message }));
    });
    await keepNotices(tx, tellings);
    return tellings.length;
  });
}

async function toldOf(tx: Context, approvalIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.em.execute<{ subject_id: string; user_id: string }[]>(
    'select subject_id, user_id from notices where subject_id in (?)',
    [[...approvalIds]],
  );
  return new Set(rows.map(({ subject_id: id, user_id: userId }) => `${id}/${userId}`));
}
