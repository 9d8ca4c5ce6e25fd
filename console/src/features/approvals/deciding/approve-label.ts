import type { ApprovalViewFragment } from '../../../gql/graphql.ts';
import { formatSoon } from '../../../lib/time/format-time.ts';
import { texts } from '../texts.ts';

type Asked = Pick<ApprovalViewFragment, 'approvalsRequired' | 'approvalsGiven'> & {
  gates: readonly Pick<ApprovalViewFragment['gates'][number], 'gate' | 'status'>[];
  targets: readonly Pick<ApprovalViewFragment['targets'][number], 'state'>[];
  draft: Pick<ApprovalViewFragment['draft'], 'scheduledAt' | 'editedWords'>;
};

/** How many further people must approve after the viewer. */
export function approvalsAfter({ approvalsGiven, approvalsRequired }: Pick<Asked, 'approvalsGiven' | 'approvalsRequired'>): number {
  return Math.max(0, approvalsRequired - approvalsGiven - 1);
}

/** Whether it is published later than now. */
export const isScheduled = ({ draft: { scheduledAt } }: { draft: Pick<Asked['draft'], 'scheduledAt'> }, at: Date): boolean =>
  scheduledAt !== null && new Date(scheduledAt) > at;

/** The effect of the button: "publish", or "change" for an edit of a published post, only if it happens at once, and for how many networks. */
export function approveLabel(approval: Asked, at: Date, timeZone: string): string {
  const { scheduledAt, editedWords } = approval.draft;
  const isLater = isScheduled(approval, at);
  const stops = approval.gates.some(
    ({ gate, status }) => gate !== 'APPROVAL' && (status === 'BLOCK' || (status === 'WAIT' && !(gate === 'SCHEDULE' && isLater))),
  );
  if (stops || approvalsAfter(approval) > 0) return texts.approve;
  if (isLater && scheduledAt) return texts.approveFor({ when: formatSoon(new Date(scheduledAt), at, timeZone) });
  if (editedWords !== null) return texts.approveAndChange;
  // Published ones and those under way are not decided on again.
  const targets = approval.targets.filter(({ state }) => ['READY', 'HELD', 'WAITING'].includes(state));
  const now = targets.filter(({ state }) => state === 'READY').length;
  return now < targets.length ? texts.approvePart({ now, all: targets.length }) : texts.approveAndPublish;
}
