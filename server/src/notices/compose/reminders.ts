import { sql } from 'kysely';
import { LINK_IS_VALID } from '../../approvals/clients/client-links.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { joined, LocalTime, say } from '../../languages/sentence.ts';
import { remindClients } from '../ask-clients-again.ts';
import type { ReminderStage } from '../notice.entities.ts';
import { postNamed } from '../notice-page.ts';
import { alreadyNotified, askedSince, findWaitingApprovals, whoIsAsked } from './approval-notices.ts';
import { keepNotices, type NewNotice } from './new-notice.ts';

const AT_ONCE = 100;
const NO_LINK = say`No client has a link to it; share it with the client.`;

/** When the current stage of an approval `a` began. */
const ASKED = 'coalesce(a.asked_since, a.created_at)';

/**
 * Reminders of long-pending approvals, and of those published or expiring soon; each reason once, but again for the people
 * of the next stage, and for a post that was moved. Each has its index.
 */
const DUE: Record<ReminderStage, string> = {
  waiting: `${ASKED} <= :now - interval '24 hours' and ${ASKED} > :now - interval '7 days'`,
  soon_out: `a.scheduled_at > :now and a.scheduled_at <= :now + interval '2 hours' and ${ASKED} <= :now - interval '1 hour'`,
  soon_over: `a.expires_at > :now and a.expires_at <= :now + interval '24 hours' and a.created_at <= :now - interval '24 hours'
    and ${ASKED} <= :now - interval '1 hour'`,
};

/** Reminds the approvers; in a client's stage the client, and the people who can reach them. Safe in many workers at once: only one writes the reminder's row. */
export async function remindPeople(services: Services): Promise<number> {
  let reminded = 0;
  for (const stage of Object.keys(DUE) as ReminderStage[]) {
    reminded += await inTransaction(systemContext(services), (tx) => remind(tx, stage));
  }
  return reminded;
}

/** Needs a transaction. */
export async function remind(tx: Context, stage: ReminderStage): Promise<number> {
  const now = tx.clock.now();
  const scheduledAt = stage === 'soon_out' ? 'a.scheduled_at' : 'null::timestamptz';
  const due = await tx.em.execute<{ approval_id: string }[]>(
    `insert into approval_reminders as known (approval_id, account_id, workspace_id, stage, asked_since, scheduled_at)
     select a.id, a.account_id, a.workspace_id, ?, ${ASKED}, ${scheduledAt} from approvals a join workspaces w on w.id = a.workspace_id and w.archived_at is null
      where a.state = 'pending' and ${DUE[stage].replaceAll(':now', '?::timestamptz')}
        and not exists (select from approval_reminders r where r.approval_id = a.id and r.stage = ?
          and coalesce(r.asked_since, a.created_at) = ${ASKED} and r.scheduled_at is not distinct from ${scheduledAt})
      limit ? on conflict (approval_id, stage) do update set asked_since = excluded.asked_since, scheduled_at = excluded.scheduled_at
      where (known.asked_since, known.scheduled_at) is distinct from (excluded.asked_since, excluded.scheduled_at) returning approval_id`,
    [
      stage,
      ...DUE[stage]
        .split(':now')
        .slice(1)
        .map(() => now),
      stage,
      AT_ONCE,
    ],
  );
  const waiting = await findWaitingApprovals(
    tx,
    due.map(({ approval_id: id }) => id),
  );
  const forClients = waiting.flatMap(({ approval, isForClients }) => (isForClients ? approval.id : []));
  await remindClients(tx, forClients);
  const responsible = await responsibleFor(tx, forClients);
  const newNotices = waiting.flatMap((one) => {
    const { approval, accounts, isEdit, deciders, own, isForClients, timeZone } = one;
    const { accountId, workspaceId, id: subjectId, scheduledAt, expiresAt } = approval;
    const what = postNamed(tx, { words: approval.words, accounts, isEdit });
    const hours = Math.floor((now.getTime() - askedSince(approval).getTime()) / HOUR_MS);
    const about = { accountId, workspaceId, kind: 'approval_reminder', subjectId } as const;
    if (isForClients) {
      const { sharers = [], owners = [] } = responsible.get(subjectId) ?? {};
      const late = {
        waiting: say`Waiting for ${hours} hours for the client’s decision: ${what}.`,
        soon_out: say`The client must approve before ${new LocalTime(scheduledAt ?? now, timeZone)} for it to be published on time: ${what}.`,
        soon_over: say`Expires on ${new LocalTime(expiresAt, timeZone)} without the client’s decision: ${what}.`,
      }[stage];
      if (sharers.length > 0) return sharers.map((userId): NewNotice => ({ ...about, userId, message: late }));
      const message = joined([late, NO_LINK]);
      return owners.map((userId): NewNotice => ({ ...about, userId, message }));
    }
    const message = {
      waiting: say`Waiting for ${hours} hours for a decision: ${what}.`,
      soon_out: say`Must be approved before ${new LocalTime(scheduledAt ?? now, timeZone)} to be published on time: ${what}.`,
      soon_over: say`Expires on ${new LocalTime(expiresAt, timeZone)} without a decision: ${what}.`,
    }[stage];
    // Before it is published or expires, all approvers are reminded. Earlier, only those that were asked, and the
    // authors: they were never asked, but may be the only ones who can approve.
    const asked = stage === 'waiting' ? [...whoIsAsked(one, now), ...own] : deciders;
    return deciders.filter((userId) => asked.includes(userId)).map((userId): NewNotice => ({ ...about, userId, message }));
  });
  await keepNotices(tx, newNotices);
  return newNotices.length;
}

/** Notifies the owners, except its authors, of posts that wait for a client from now on while no client has a link to them. */
export async function composeUnsharedNotices(tx: Context, approvalIds: readonly string[]): Promise<NewNotice[]> {
  const waiting = (await findWaitingApprovals(tx, approvalIds)).filter(({ isForClients }) => isForClients);
  const responsible = await responsibleFor(
    tx,
    waiting.map(({ approval }) => approval.id),
  );
  return waiting.flatMap(({ approval, accounts, isEdit, own }) => {
    const { sharers = [], owners = [] } = responsible.get(approval.id) ?? {};
    const { accountId, workspaceId, id: subjectId, words } = approval;
    const what = postNamed(tx, { words, accounts, isEdit });
    const message = joined([say`Waiting for the client’s decision: ${what}.`, NO_LINK]);
    const asked = sharers.length > 0 ? [] : owners.filter((userId) => !own.includes(userId));
    return asked.map((userId): NewNotice => ({ accountId, workspaceId, userId, kind: 'approval_reminder', subjectId, message }));
  });
}

interface Responsible {
  id: string;
  /** The people who shared it with clients by links that work. */
  sharers: string[];
  owners: string[];
}

/** Who can reach the clients of these approvals, by approval id. */
async function responsibleFor(tx: Context, approvalIds: readonly string[]): Promise<Map<string, Responsible>> {
  if (approvalIds.length === 0) return new Map();
  const rows = await query(
    tx.em,
    tables
      .selectFrom('approvals as a')
      .select('a.id')
      .select(({ selectFrom }) => {
        const owners = selectFrom('memberships as m')
          .select('m.user_id')
          .whereRef('m.account_id', '=', 'a.account_id')
          .where('m.role', '=', literal('owner'));
        const sharers = selectFrom('client_link_drafts as s')
          .innerJoin('client_links as l', 'l.id', 's.link_id')
          .select('l.created_by_user_id')
          .distinct()
          .whereRef('s.draft_id', '=', 'a.draft_id')
          .where('l.expires_at', '>', tx.clock.now())
          .where(sql.raw<boolean>(LINK_IS_VALID));
        return [sql<string[]>`array(${owners})`.as('owners'), sql<string[]>`array(${sharers})`.as('sharers')];
      })
      .where('a.id', '=', anyOf(approvalIds)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * If approvers are asked one after another: notifies the next one when no decision was made for a while. Safe
 * in many workers at once. Only workspaces that use this are scanned (`offset 0`).
 */
export const passOn = (services: Services): Promise<number> => inTransaction(systemContext(services), notifyNextApprovers);

/** Needs a transaction. */
export async function notifyNextApprovers(tx: Context): Promise<number> {
  const now = tx.clock.now();
  const due = await tx.em.execute<{ approval_id: string }[]>(
    `insert into approval_turns (approval_id, account_id, workspace_id, asked_since, turn)
       select a.id, w.account_id, w.id, asked.since, t.turn
        from (select id, account_id, ask_in_turn, turn_hours from workspaces where archived_at is null and cardinality(ask_in_turn) > 0 offset 0) w
        cross join lateral (
          select id, asked_since, created_at from approvals where workspace_id = w.id and state = 'pending' and expires_at > ?::timestamptz offset 0
        ) a
        cross join lateral (select coalesce(a.asked_since, a.created_at) as since) asked
        cross join lateral generate_series(1, least(cardinality(w.ask_in_turn),
          floor(extract(epoch from (?::timestamptz - asked.since)) / 3600 / w.turn_hours)::int)) t (turn)
        where not exists (select from approval_turns x where x.approval_id = a.id and x.asked_since = asked.since and x.turn = t.turn)
        order by a.id limit ? on conflict do nothing returning approval_id`,
    [now, now, AT_ONCE],
  );
  const approvalIds = [...new Set(due.map(({ approval_id: id }) => id))];
  if (approvalIds.length === 0) return 0;
  const notified = await alreadyNotified(tx, approvalIds);
  const newNotices = (await findWaitingApprovals(tx, approvalIds)).flatMap((waiting) => {
    const { approval, accounts, isEdit } = waiting;
    const { accountId, workspaceId, id: subjectId } = approval;
    const what = postNamed(tx, { words: approval.words, accounts, isEdit });
    const hours = Math.floor((now.getTime() - askedSince(approval).getTime()) / HOUR_MS);
    const message =
      hours === 1
        ? say`After one hour without a decision, your approval is requested: ${what}.`
        : say`After ${hours} hours without a decision, your approval is requested: ${what}.`;
    return whoIsAsked(waiting, now)
      .filter((userId) => !notified.has(`${subjectId}/${userId}`))
      .map((userId): NewNotice => ({ accountId, workspaceId, userId, kind: 'approval_waits', subjectId, message }));
  });
  await keepNotices(tx, newNotices);
  return newNotices.length;
}
