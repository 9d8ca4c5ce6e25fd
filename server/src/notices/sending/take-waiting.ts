import type { NoticeKind } from '../../access/notice.entity.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { type KeptSentence, wordsOf } from '../../languages/kept-sentence.ts';
import { type DeliveryState, NoticeDelivery, NoticeSettings } from '../notice.entities.ts';
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
  const rows = await query(
    tx.em,
    tables
      .selectFrom('notice_deliveries as d')
      .innerJoin('notices as n', 'n.id', 'd.notice_id')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .leftJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 'n.user_id').onRef('m.account_id', '=', 'n.account_id'))
      .leftJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'n.workspace_id').on('w.archived_at', 'is not', null))
      .select(['n.id', 'n.kind', 'n.subject_id', 'n.message', 'n.sentence', 'n.workspace_id'])
      .select(({ and, eb, not, or }) =>
        or([
          eb('n.seen_at', 'is not', null),
          and([eb('m.user_id', 'is', null), not(and([eb('n.account_id', 'is', null), eb('u.is_operator', '=', true)]))]),
          and([eb('w.id', 'is not', null), not(eb('n.kind', '=', anyOf(TOLD_OF_ARCHIVED)))]),
        ]).as('is_moot'),
      )
      .where('d.user_id', '=', userId)
      .where('d.channel', '=', channel)
      .where('d.state', '=', literal('waiting'))
      .orderBy('n.id')
      .forUpdate('d')
      .skipLocked(),
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
