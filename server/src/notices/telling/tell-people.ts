import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import type { Event } from '../../events/event.entity.ts';
import type { EventReader } from '../../events/event-readers.ts';
import type { EventType } from '../../events/event-types.ts';
import { recallClients } from '../clients/recall-clients.ts';
import { tellOfAsked, tellOfMovedOn } from './tell-of-asked.ts';
import { tellOfDecided } from './tell-of-decided.ts';
import { tellOfHeld } from './tell-of-held.ts';
import { tellOfHeldJobs } from './tell-of-held-jobs.ts';
import { tellOfOutcomes } from './tell-of-outcomes.ts';
import { tellOfReadBack } from './tell-of-read-back.ts';
import { tellOfEndedStanding } from './tell-of-standing.ts';
import { tellOfWorkspaces } from './tell-of-workspaces.ts';
import { keepNotices } from './telling.ts';

/** Makes each person's notices of events. Recipients are determined now, so new members are included. */
export const peopleTold: EventReader = {
  name: 'notices',
  async read(tx, events) {
    const of = (...types: EventType[]) => events.filter(({ type }) => types.includes(type));
    await forgetClosed(tx, subjectsOf(of('approval.decided', 'approval.superseded', 'approval.expired')));
    // Votes that leave the approval pending are no news; the deciding event is.
    const decided = of('approval.decided', 'approval.expired').filter(({ data }) => data.state !== 'pending');
    const requested = subjectsOf(of('approval.requested'));
    const movedOn = subjectsOf(of('approval.moved_on')).filter((id) => !requested.includes(id));
    await recallClients(tx, { requested, movedOn });
    await keepNotices(tx, [
      ...(await tellOfAsked(tx, requested)),
      ...(await tellOfMovedOn(tx, movedOn)),
      ...(await tellOfDecided(tx, subjectsOf(decided))),
      ...(await tellOfHeld(tx, subjectsOf(of('approval.held')))),
      ...(await tellOfHeldJobs(tx, {
        approvalIds: subjectsOf(of('approval.decided').filter(({ data }) => data.state === 'approved')),
        jobIds: subjectsOf(of('job.blocked')),
      })),
      ...(await tellOfOutcomes(tx, {
        jobs: of('job.published', 'job.partially_published', 'job.failed', 'job.unknown'),
        connections: subjectsOf(of('connection.degraded')),
      })),
      ...(await tellOfReadBack(tx, { different: subjectsOf(of('publication.different')), gone: subjectsOf(of('publication.gone')) })),
      ...(await tellOfWorkspaces(tx, of('workspace.archived', 'workspace.restored'))),
      ...(await tellOfEndedStanding(tx, of('standing_approval.ended'))),
    ]);
  },
};

const subjectsOf = (events: readonly Event[]): string[] => [...new Set(events.map(({ subjectId }) => subjectId))];

/** Clears notices of approvals that no longer wait. */
async function forgetClosed(tx: Context, approvalIds: readonly string[]): Promise<void> {
  if (approvalIds.length === 0) return;
  await query(
    tx.em,
    tables
      .updateTable('notices as n')
      .from('approvals as a')
      .set({ seen_at: tx.clock.now() })
      .where('n.subject_id', '=', anyOf(approvalIds))
      .where('n.seen_at', 'is', null)
      .whereRef('a.id', '=', 'n.subject_id')
      .where('a.state', '<>', literal('pending'))
      .where('n.kind', 'in', [
        literal('approval_waits'),
        literal('approval_changed'),
        literal('changes_made'),
        literal('approval_reminder'),
      ]),
  );
}
