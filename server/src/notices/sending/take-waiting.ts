import type { NoticeKind } from '../../access/notices/notice.entity.ts';
import type { Context } from '../../context.ts';
import { type KeptSentence, wordsOf } from '../../languages/kept-sentence.ts';
import { type DeliveryState, NoticeDelivery } from '../notice-delivery.entity.ts';
import { NoticeSettings } from '../notice-settings.entity.ts';
import { isChosen, type NoticeChannel, TOPIC_OF } from '../notice-topics.ts';
import type { GroupedNotice } from './group-notices.ts';

/** The only notices about an archived workspace. */
const TOLD_OF_ARCHIVED: NoticeKind[] = [
  'workspace_archived',
  ...(['job_published', 'job_partially_published', 'job_failed', 'outcome_unknown'] as const),
];

interface Row {
  id: string;
  kind: NoticeKind;
  subject_id: string | null;
  message: string;
  sentence: KeptSentence | null;
  workspace_id: string | null;
  is_moot: boolean;
}

/** A taken notice, with its place. */
export interface TakenNotice extends GroupedNotice {
  workspaceId: string | null;
}

/**
 * Takes everything that waits for a person on a channel and marks it with `state`; a concurrent caller gets none of
 * it. Notices that the person has seen in the console, that are disabled on this channel, or whose subject was
 * decided are marked as not needed and left out. In an archived workspace, only how things ended is sent.
 */
export async function takeWaiting(
  tx: Context,
  { userId, channel, state }: { userId: string; channel: NoticeChannel; state: Extract<DeliveryState, 'sent' | 'sending'> },
): Promise<TakenNotice[]> {
  const rows = await tx.em.execute<Row[]>(
    `select n.id, n.kind, n.subject_id, n.message, n.sentence, n.workspace_id, (n.seen_at is not null or (m.user_id is null and not (n.account_id is null and u.is_operator)) or (w.id is not null and n.kind not in (?))) as is_moot
       from notice_deliveries d join notices n on n.id = d.notice_id join users u on u.id = n.user_id
       left join memberships m on m.user_id = n.user_id and m.account_id = n.account_id
       left join workspaces w on w.id = n.workspace_id and w.archived_at is not null
      where d.user_id = ? and d.channel = ? and d.state = 'waiting' order by n.id for update of d skip locked`,
    [TOLD_OF_ARCHIVED, userId, channel],
  );
  const end = (ids: string[], to: DeliveryState) =>
    tx.em.nativeUpdate(NoticeDelivery, { noticeId: { $in: ids }, channel }, { state: to, endedAt: tx.clock.now() });
  if (rows.length === 0) return [];
  const { choices } = (await tx.em.findOne(NoticeSettings, { userId }, { refresh: true })) ?? { choices: {} };
  const isNeeded = ({ is_moot: isMoot, kind }: Row) => !isMoot && isChosen(choices, TOPIC_OF[kind], channel);
  const needed = rows.filter(isNeeded);
  const moot = rows.filter((row) => !isNeeded(row)).map(({ id }) => id);
  if (moot.length > 0) await end(moot, 'not_needed');
  if (needed.length > 0)
    await end(
      needed.map(({ id }) => id),
      state,
    );
  return needed.map(({ id, kind, subject_id: subjectId, workspace_id: workspaceId, ...kept }) => ({
    id,
    kind,
    subjectId,
    message: wordsOf(kept),
    workspaceId,
  }));
}
