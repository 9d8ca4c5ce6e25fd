import type { Context, Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import { LocalTime, say } from '../../languages/sentence.ts';
import type { ReminderStage } from '../notice.entities.ts';
import { platformNames } from '../notice-page.ts';
import { findWaiting, whoIsAsked } from './asked-notices.ts';
import { keepNotices, type NewNotice } from './new-notice.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 100;

/**
 * Reminders of approvals that have waited long, and of those published or expiring soon; each reason once. Each has
 * its index.
 */
const DUE: Record<ReminderStage, string> = {
  waiting: `a.created_at <= :now - interval '24 hours' and a.created_at > :now - interval '7 days'`,
  soon_out: `a.scheduled_at > :now and a.scheduled_at <= :now + interval '2 hours' and a.created_at <= :now - interval '1 hour'`,
  soon_over: `a.expires_at > :now and a.expires_at <= :now + interval '24 hours' and a.created_at <= :now - interval '24 hours'`,
};

/** Reminds the approvers. Safe in many workers at once: only one writes the reminder's row. */
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
  const due = await tx.em.execute<{ approval_id: string }[]>(
    `insert into approval_reminders (approval_id, account_id, workspace_id, stage)
     select a.id, a.account_id, a.workspace_id, ? from approvals a join workspaces w on w.id = a.workspace_id and w.archived_at is null
      where a.state = 'pending' and ${DUE[stage].replaceAll(':now', '?::timestamptz')}
        and not exists (select from approval_reminders r where r.approval_id = a.id and r.stage = ?)
      limit ? on conflict do nothing returning approval_id`,
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
  const waiting = await findWaiting(
    tx,
    due.map(({ approval_id: id }) => id),
  );
  const newNotices = waiting.flatMap((one) => {
    const { approval, deciders, own } = one;
    const { accountId, workspaceId, id: subjectId, words, platforms, createdAt, scheduledAt, expiresAt } = approval;
    const what = say`“${draftTitle(words)}” for ${platformNames(tx, platforms)}`;
    const message = {
      waiting: say`Waiting for ${Math.floor((now.getTime() - createdAt.getTime()) / HOUR_MS)} hours for a decision: ${what}.`,
      soon_out: say`Must be approved before ${new LocalTime(scheduledAt ?? now, 'UTC')} to be published on time: ${what}.`,
      soon_over: say`Expires on ${new LocalTime(expiresAt, 'UTC')} without a decision: ${what}.`,
    }[stage];
    // Before it is published or expires, all approvers are reminded. Earlier, only those that were asked, and the
    // authors: they were never asked, but may be the only ones who can approve.
    const asked = stage === 'waiting' ? [...whoIsAsked(one, now), ...own] : deciders;
    return deciders
      .filter((userId) => asked.includes(userId))
      .map((userId): NewNotice => ({ accountId, workspaceId, userId, kind: 'approval_reminder', subjectId, message }));
  });
  await keepNotices(tx, newNotices);
  return newNotices.length;
}
