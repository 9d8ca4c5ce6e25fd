import type { Notice, NoticeKind } from '../../access/notice.entity.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { type LocalizedMessage, type Sentence, say } from '../../languages/sentence.ts';
import { fromStoredMessage, type StoredSentence } from '../../languages/stored-message.ts';
import { OutboundFault } from '../../outbound/outbound-fault.ts';
import { statesBefore } from '../../state-table.ts';
import { DELIVERY_TRANSITIONS, type DeliveryState, NoticeDelivery, NoticeSettings } from '../notice.entities.ts';
import { IS_EDIT, IS_OVER } from '../notice-page.ts';
import { isChosen, type NoticeChannel, type NoticeTopic, TOPIC_OF } from '../notice-topics.ts';

interface GroupedNotice extends Pick<Notice, 'id' | 'kind' | 'subjectId'> {
  message: LocalizedMessage;
  /** Whether it is about an edit of a published post. */
  isEdit: boolean;
}

/** A headline for several notices, counting one kind: "3 posts wait for your decision, and other news". */
export function headline(notices: readonly GroupedNotice[]): Sentence {
  const groups = Map.groupBy(notices, ({ kind }) => (MANY_REMOVALS[kind] ? kind : TOPIC_OF[kind]));
  const [most = []] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return groups.size > 1 ? say`${headlineOf(most)}, and other news` : headlineOf(most);
}

/** A post with two requests counts once; the removal of a post on two networks is two. */
function headlineOf(notices: readonly GroupedNotice[]): Sentence {
  const kinds = new Set(notices.map(({ kind }) => kind));
  const count = new Set(notices.map(({ id, kind, subjectId }) => (MANY_REMOVALS[kind] ? id : (subjectId ?? id)))).size;
  const [kind = 'approval_waits'] = kinds;
  const last = notices.at(-1);
  if (count === 1) return (last?.isEdit && SINGLE_EDIT[last.kind]) || SINGLE[last?.kind ?? kind];
  return manyOf({ kind: kinds.size === 1 ? kind : null, topic: TOPIC_OF[kind], count, areEdits: notices.every(({ isEdit }) => isEdit) });
}

interface Many {
  /** Null for several kinds of one topic. */
  kind: NoticeKind | null;
  topic: NoticeTopic;
  count: number;
  /** All of them are about edits of published posts. */
  areEdits: boolean;
}

function manyOf({ kind, topic, count, areEdits }: Many): Sentence {
  const ofEdits = areEdits && ((kind && MANY_EDITS_OF_KIND[kind]) ?? MANY_EDITS[topic]);
  return ((kind && MANY_REMOVALS[kind]) || ofEdits || (kind && MANY_OF_KIND[kind]) || MANY[topic])(count);
}

/** The text of a batch's row; `agent`: the name of the agent behind all of it. */
export function batchMessage({ kind, count, agent, areEdits }: Omit<Many, 'topic'> & { kind: NoticeKind; agent: string | null }): Sentence {
  if (kind !== 'approval_waits' || agent === null) return manyOf({ kind, topic: TOPIC_OF[kind], count, areEdits });
  return areEdits
    ? say`${agent} requests your approval of ${count} edits of published posts`
    : say`${agent} requests your approval of ${count} posts`;
}

/** Counted apart from the posts of their topic, also where the removed post was edited. */
const MANY_REMOVALS: Partial<Record<NoticeKind, (count: number) => Sentence>> = {
  removal_requested: (count) => say`${count} removals wait for your signature`,
  removal_refused: (count) => say`${count} removals were not completed`,
};

const MANY_OF_KIND: Partial<Record<NoticeKind, (count: number) => Sentence>> = {
  approval_changed: (count) => say`${count} posts changed and need your decision again`,
  changes_made: (count) => say`The changes to ${count} posts are ready for review`,
  approval_reminder: (count) => say`${count} posts still wait for a decision`,
  approval_expired: (count) => say`${count} posts were not decided on in time`,
  approval_approved: (count) => say`${count} of your posts were approved`,
  approval_rejected: (count) => say`${count} of your posts were rejected`,
  changes_requested: (count) => say`Changes were requested for ${count} of your posts`,
  job_partially_published: (count) => say`${count} posts were published, but not everywhere`,
  job_failed: (count) => say`${count} posts could not be published`,
};

const SINGLE: Record<NoticeKind, Sentence> = {
  approval_waits: say`A post waits for your decision`,
  approval_changed: say`A post changed and needs your decision again`,
  changes_made: say`The changes are ready for review`,
  approval_reminder: say`A post still waits for a decision`,
  approval_expired: say`The approval request expired`,
  approval_approved: say`Your post was approved`,
  approval_rejected: say`Your post was rejected`,
  changes_requested: say`Changes to your post were requested`,
  approval_held: say`Your post is on hold`,
  approval_reopened: say`Your post waits for a decision again`,
  job_held: say`An approved post cannot be published yet`,
  job_published: say`A post was published`,
  job_partially_published: say`A post was published, but not everywhere`,
  post_different: say`A published post differs from what was signed`,
  post_gone: say`A published post was removed`,
  removal_requested: say`A removal waits for your signature`,
  removal_refused: say`A removal was not completed`,
  job_failed: say`A post could not be published`,
  outcome_unknown: say`The outcome of a post is unknown`,
  first_comment_failed: say`A first comment was not published`,
  comment_added: say`New comment`,
  comment_mention: say`You were mentioned in a comment`,
  connection_degraded: say`A connection has a problem`,
  connection_ending: say`A connection ends soon`,
  credits_low: say`Credits are running low`,
  credits_bought: say`Credits were bought`,
  payment_reversed: say`About a payment for credits`,
  access_granted: say`An agent was given access`,
  access_reused: say`An agent’s access was ended`,
  access_ended: say`An agent’s access was ended`,
  key_rotated: say`An agent has a new key`,
  member_joined: say`A member has joined`,
  member_left: say`A member has left`,
  weekly_summary: say`Your week in brief`,
  workspace_archived: say`A workspace was archived`,
  workspace_restored: say`A workspace was restored`,
  standing_proposed: say`Posts could be published automatically`,
  standing_ended: say`A standing approval has ended`,
  second_factor_reset: say`Your second factor was reset`,
  signups_waiting: say`A sign-up request is pending`,
  service_stopped: say`Publishing is stopped for everyone`,
  service_restored: say`The service is held after a restore`,
  service_late: say`Something is late`,
  launch_unsigned: say`Launch steps are not signed`,
  network_refused: say`A network refuses this service`,
  payment_problem: say`A payment needs attention`,
};

/** Headlines that would be wrong about an edit: the post is published already. */
const SINGLE_EDIT: Partial<Record<NoticeKind, Sentence>> = {
  approval_waits: say`An edit of a published post waits for your decision`,
  approval_changed: say`An edit of a published post changed and needs your decision again`,
  approval_reminder: say`An edit of a published post still waits for a decision`,
  approval_approved: say`Your edit was approved`,
  approval_rejected: say`Your edit was rejected`,
  changes_requested: say`Changes to your edit were requested`,
  approval_held: say`Your edit is on hold`,
  approval_reopened: say`Your edit waits for a decision again`,
  job_held: say`An approved edit cannot be made yet`,
  job_published: say`A published post was edited`,
  job_failed: say`A published post could not be edited`,
  outcome_unknown: say`The outcome of an edit is unknown`,
};

const MANY_EDITS_OF_KIND: Partial<Record<NoticeKind, (count: number) => Sentence>> = {
  approval_changed: (count) => say`${count} edits of published posts changed and need your decision again`,
  changes_made: (count) => say`The changes to ${count} edits are ready for review`,
  approval_reminder: (count) => say`${count} edits of published posts still wait for a decision`,
  approval_expired: (count) => say`${count} edits were not decided on in time`,
  approval_approved: (count) => say`${count} of your edits were approved`,
  approval_rejected: (count) => say`${count} of your edits were rejected`,
  changes_requested: (count) => say`Changes were requested for ${count} of your edits`,
  job_failed: (count) => say`${count} published posts could not be edited`,
};

const MANY_EDITS: Partial<Record<NoticeTopic, (count: number) => Sentence>> = {
  waiting: (count) => say`${count} edits of published posts wait for your decision`,
  decided: (count) => say`${count} of your edits were decided on`,
  published: (count) => say`${count} published posts were edited`,
  problems: (count) => say`${count} edits went wrong`,
};

const MANY: Record<NoticeTopic, (count: number) => Sentence> = {
  waiting: (count) => say`${count} posts wait for your decision`,
  reminders: (count) => say`${count} reminders`,
  decided: (count) => say`${count} of your posts were decided on`,
  comments: (count) => say`${count} comments`,
  published: (count) => say`${count} posts were published`,
  problems: (count) => say`${count} posts went wrong`,
  connections: (count) => say`${count} connections have problems`,
  credits: (count) => say`${count} notices about credits`,
  access: (count) => say`${count} changes to access`,
  summary: () => say`Your week in brief`,
  security: (count) => say`${count} changes to your sign-in`,
  service: (count) => say`${count} matters for you as the operator`,
};

/** The common target: the one subject, or a page that lists all. */
export const sharedPage = (notices: readonly Pick<GroupedNotice, 'kind'>[]): string | null =>
  notices.every(({ kind }) => ['waiting', 'reminders'].includes(TOPIC_OF[kind])) ? '/approvals' : null;

/** The only notices about an archived workspace. */
const SENT_IF_ARCHIVED: NoticeKind[] = [
  'workspace_archived',
  ...(['job_published', 'job_partially_published', 'job_failed', 'outcome_unknown'] as const),
];

interface Row {
  id: string;
  kind: NoticeKind;
  subject_id: string | null;
  message: string;
  sentence: StoredSentence | null;
  workspace_id: string | null;
  is_edit: boolean;
  is_moot: boolean;
}

/** A claimed notice, with its place. */
export interface TakenNotice extends GroupedNotice {
  workspaceId: string | null;
}

/**
 * Claims everything that is pending for a person on a channel and marks it with `state`; a concurrent caller
 * gets none of it. Notices that are disabled on this channel or whose matter is over are marked as not needed and left
 * out; mail leaves out what the person has seen in the console, too. In an archived workspace, only endings are sent.
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
      .select(IS_EDIT.as('is_edit'))
      .select(({ and, eb, not, or }) =>
        or([
          IS_OVER,
          ...(channel === 'mail' ? [eb('n.seen_at', 'is not', null)] : []),
          and([eb('m.user_id', 'is', null), not(and([eb('n.account_id', 'is', null), eb('u.is_operator', '=', true)]))]),
          and([eb('w.id', 'is not', null), not(eb('n.kind', '=', anyOf(SENT_IF_ARCHIVED)))]),
        ]).as('is_moot'),
      )
      .where('d.user_id', '=', userId)
      .where('d.channel', '=', channel)
      .where('d.state', '=', literal('waiting'))
      .orderBy('n.id')
      // Waits for a concurrent caller and then finds its rows claimed: skipping them would divide one message.
      .forUpdate('d'),
  );
  const end = async (ended: Row[], to: DeliveryState) => {
    const these = { noticeId: { $in: ended.map(({ id }) => id) }, channel, state: { $in: statesBefore(DELIVERY_TRANSITIONS, to) } };
    if (ended.length > 0) await tx.em.nativeUpdate(NoticeDelivery, these, { state: to, endedAt: tx.clock.now() });
  };
  if (rows.length === 0) return [];
  const { choices } = (await tx.em.findOne(NoticeSettings, { userId }, { refresh: true })) ?? { choices: {} };
  const isNeeded = ({ is_moot: isMoot, kind }: Row) => !isMoot && isChosen(choices, TOPIC_OF[kind], channel);
  const needed = rows.filter(isNeeded);
  const moot = rows.filter((row) => !isNeeded(row));
  await end(moot, 'not_needed');
  await end(needed, state);
  return needed.map(({ id, kind, subject_id: subjectId, workspace_id: workspaceId, is_edit: isEdit, ...kept }) => ({
    ...{ id, kind, subjectId, workspaceId, isEdit },
    message: fromStoredMessage(kept),
  }));
}

const MOST_ATTEMPTS = 5;
const RETRY_MS = 60_000;

/** `gone`: the recipient no longer exists. `failed`: nothing arrived; it may be retried. `unclear`: it may have arrived. */
export type Reached = 'reached' | 'gone' | 'failed' | 'refused' | 'unclear';

/** The result if there was no response, by how far the request got. */
export function withoutAnswer(error: unknown): Reached {
  return error instanceof OutboundFault && error.kind === 'lost' ? 'unclear' : 'failed';
}

interface Sent {
  channel: Exclude<NoticeChannel, 'mail'>;
  notices: readonly TakenNotice[];
  outcomes: readonly Reached[];
}

/**
 * A notice that reached any device counts as sent. Retried only if certainly none was reached, so no device
 * gets it twice.
 */
export async function endSending({ orm, clock }: Services, { channel, notices, outcomes }: Sent): Promise<void> {
  const these = { noticeId: { $in: notices.map(({ id }) => id) }, channel, state: { $in: statesBefore(DELIVERY_TRANSITIONS, 'given_up') } };
  const em = orm.em.fork();
  if (outcomes.includes('reached')) {
    await em.nativeUpdate(NoticeDelivery, these, { state: 'sent', endedAt: clock.now() });
  } else if (outcomes.includes('failed') && !outcomes.includes('unclear')) {
    const dueAt = new Date(clock.now().getTime() + RETRY_MS);
    await query(
      em,
      tables
        .updateTable('notice_deliveries')
        .set(({ eb }) => ({
          attempts: eb('attempts', '+', 1),
          due_at: dueAt,
          state: eb
            .case()
            .when(eb('attempts', '+', 1), '>=', MOST_ATTEMPTS)
            .then(literal('given_up'))
            .else(literal('waiting'))
            .end(),
        }))
        .where('notice_id', '=', anyOf(notices.map(({ id }) => id)))
        .where('channel', '=', channel),
    );
  } else {
    await em.nativeUpdate(NoticeDelivery, these, { state: 'given_up', endedAt: clock.now() });
  }
}
