import type { Context } from '../../context.ts';
import type { EventReader } from '../../events/event-readers.ts';
import type { EventType } from '../../events/event-types.ts';
import { tellOfAsked } from './tell-of-asked.ts';
import { tellOfDecided } from './tell-of-decided.ts';
import { tellOfOutcomes } from './tell-of-outcomes.ts';
import { keepNotices } from './telling.ts';

/** Makes notices of what happened, each person's own. Who they are is looked up now: whoever was let in meanwhile hears, too. */
export const peopleTold: EventReader = {
  name: 'notices',
  async read(tx, events) {
    const about = (...types: EventType[]): string[] => [
      ...new Set(events.filter(({ type }) => types.includes(type)).map(({ subjectId }) => subjectId)),
    ];
    await forgetClosed(tx, about('approval.decided', 'approval.superseded', 'approval.expired'));
    const jobs = about('job.published', 'job.partially_published', 'job.failed', 'job.unknown');
    await keepNotices(tx, [
      ...(await tellOfAsked(tx, about('approval.requested'))),
      ...(await tellOfDecided(tx, about('approval.decided', 'approval.expired'))),
      ...(await tellOfOutcomes(tx, { jobs, connections: about('connection.degraded') })),
    ]);
  },
};

/** What waited for a decision waits no more: it is no news to anybody any longer. */
async function forgetClosed(tx: Context, approvalIds: readonly string[]): Promise<void> {
  if (approvalIds.length === 0) return;
  await tx.em.execute(
    `update notices n set seen_at = ? from approvals a where n.subject_id in (?) and n.seen_at is null
        and a.id = n.subject_id and a.state <> 'pending'
        and n.kind in ('approval_waits', 'approval_changed', 'changes_made', 'approval_reminder')`,
    [tx.clock.now(), [...approvalIds]],
    'run',
  );
}
