import type { Notice, NoticeKind } from '../../access/notice.entity.ts';
import { type LocalizedMessage, type Sentence, say } from '../../languages/sentence.ts';
import { type NoticeTopic, TOPIC_OF } from '../notice-topics.ts';

export interface GroupedNotice extends Pick<Notice, 'id' | 'kind' | 'subjectId'> {
  message: LocalizedMessage;
}

/** Several notices in one headline, counting one kind: "3 posts wait for your decision, and other news". */
export function headline(notices: readonly GroupedNotice[]): Sentence {
  const byTopic = Map.groupBy(notices, ({ kind }) => TOPIC_OF[kind]);
  const [[topic, first] = ['waiting' as const, []]] = [...byTopic].toSorted(([, a], [, b]) => b.length - a.length);
  const words = headlineOf(topic, first);
  return byTopic.size > 1 ? say`${words}, and other news` : words;
}

/** A post with two requests counts once. */
function headlineOf(topic: NoticeTopic, notices: readonly GroupedNotice[]): Sentence {
  const kinds = new Set(notices.map(({ kind }) => kind));
  const count = new Set(notices.map(({ id, subjectId }) => subjectId ?? id)).size;
  const [kind = 'approval_waits'] = kinds;
  if (count === 1) return SINGLE[notices.at(-1)?.kind ?? kind];
  return (kinds.size === 1 && MANY_OF_KIND[kind]?.(count)) || MANY[topic](count);
}

/** The text of a batch's row; `agent`: the name of the agent behind all of it. */
export function batchMessage({ kind, count, agent }: { kind: NoticeKind; count: number; agent: string | null }): Sentence {
  if (kind === 'approval_waits' && agent !== null) return say`${agent} requests your approval of ${count} posts`;
  return MANY_OF_KIND[kind]?.(count) ?? MANY[TOPIC_OF[kind]](count);
}

/** Kinds that come in batches, each with its text. */
const MANY_OF_KIND: Partial<Record<NoticeKind, (count: number) => Sentence>> = {
  approval_changed: (count) => say`${count} posts changed and wait again`,
  changes_made: (count) => say`The changes to ${count} posts are ready for review`,
  approval_reminder: (count) => say`${count} posts still wait for your decision`,
  approval_expired: (count) => say`${count} posts were not decided on in time`,
  approval_approved: (count) => say`${count} of your posts were approved`,
  approval_rejected: (count) => say`${count} of your posts were rejected`,
  changes_requested: (count) => say`Changes were requested for ${count} of your posts`,
  job_partially_published: (count) => say`${count} posts are out, but not everywhere`,
  job_failed: (count) => say`${count} posts could not be published`,
};

const SINGLE: Record<NoticeKind, Sentence> = {
  approval_waits: say`A post waits for your decision`,
  approval_changed: say`A post changed and waits again`,
  changes_made: say`The changes are ready for review`,
  approval_reminder: say`A post still waits for your decision`,
  approval_expired: say`The approval request expired`,
  approval_approved: say`Your post was approved`,
  approval_rejected: say`Your post was rejected`,
  changes_requested: say`Changes to your post were requested`,
  approval_held: say`Your post is held back`,
  job_held: say`An approved post cannot go out yet`,
  job_published: say`A post is out`,
  job_partially_published: say`A post is out, but not everywhere`,
  post_different: say`A published post differs from what was signed`,
  post_gone: say`A published post was removed`,
  job_failed: say`A post could not be published`,
  outcome_unknown: say`The outcome of a post is unknown`,
  first_comment_failed: say`A first comment was not published`,
  comment_added: say`New comment`,
  comment_mention: say`You were mentioned in a comment`,
  connection_degraded: say`A connection makes trouble`,
  credits_low: say`Credits are running low`,
  credits_bought: say`Credits were bought`,
  payment_reversed: say`About a payment for credits`,
  access_granted: say`An agent was given access`,
  access_reused: say`An agent’s access was ended`,
  access_ended: say`An agent’s access was ended`,
  key_rotated: say`An agent has a new key`,
  member_joined: say`A member has joined`,
  member_left: say`A member has left`,
  weekly_summary: say`Your week in short`,
  workspace_archived: say`A workspace was archived`,
  workspace_restored: say`A workspace is used again`,
  standing_proposed: say`Posts could go out by themselves`,
  standing_ended: say`A standing approval has ended`,
  second_factor_reset: say`Your second factor was reset`,
  signups_waiting: say`A sign-up request is pending`,
  service_stopped: say`Publishing is stopped for everybody`,
  service_restored: say`The service is held after a restore`,
  service_late: say`Something is late`,
  launch_unsigned: say`Launch steps are not signed`,
  network_refused: say`A network refuses this service`,
};

const MANY: Record<NoticeTopic, (count: number) => Sentence> = {
  waiting: (count) => say`${count} posts wait for your decision`,
  reminders: (count) => say`${count} reminders`,
  decided: (count) => say`${count} of your posts were decided on`,
  comments: (count) => say`${count} comments`,
  published: (count) => say`${count} posts are out`,
  problems: (count) => say`${count} posts went wrong`,
  connections: (count) => say`${count} connections make trouble`,
  credits: (count) => say`${count} notes about credits`,
  access: (count) => say`${count} changes of who has access`,
  summary: () => say`Your week in short`,
  security: (count) => say`${count} changes of your sign-in`,
  service: (count) => say`${count} things for you as the operator`,
};

/** The common target: the one subject, or a page that lists all. */
export const sharedPage = (notices: readonly GroupedNotice[]): string | null =>
  notices.every(({ kind }) => ['waiting', 'reminders'].includes(TOPIC_OF[kind])) ? '/approvals' : null;
