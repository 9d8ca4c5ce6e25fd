import type { Notice, NoticeKind } from '../../access/notices/notice.entity.ts';
import { type NoticeTopic, TOPIC_OF } from '../notice-topics.ts';

export type GroupedNotice = Pick<Notice, 'id' | 'kind' | 'subjectId' | 'message'>;

/** Several notices in one headline: "3 posts wait for your decision, and 2 more". */
export function headline(notices: readonly GroupedNotice[]): string {
  const byTopic = Map.groupBy(notices, ({ kind }) => TOPIC_OF[kind]);
  const [[topic, first] = ['waiting' as const, []]] = [...byTopic].toSorted(([, a], [, b]) => b.length - a.length);
  const rest = notices.length - first.length;
  const [only] = first;
  const words = first.length === 1 && only ? SINGLE[only.kind] : MANY[topic](first.length);
  return rest > 0 ? `${words}, and ${rest} more` : words;
}

const SINGLE: Record<NoticeKind, string> = {
  approval_waits: 'A post waits for your decision',
  approval_changed: 'A post changed and waits again',
  changes_made: 'The changes are made: look again',
  approval_reminder: 'A post still waits for your decision',
  approval_expired: 'Nobody decided in time',
  approval_approved: 'Your post was approved',
  approval_rejected: 'Your post was rejected',
  changes_requested: 'Changes to your post are asked for',
  approval_held: 'Your post is held back',
  job_published: 'A post is out',
  job_partially_published: 'A post is out, but not everywhere',
  job_failed: 'A post could not be published',
  outcome_unknown: 'Nobody knows whether a post is out',
  comment_added: 'Somebody commented',
  comment_mention: 'Somebody asks you in a comment',
  connection_degraded: 'A connection makes trouble',
  credits_low: 'Credits are running low',
  credits_bought: 'Credits were bought',
  payment_reversed: 'About a payment for credits',
  access_granted: 'An agent was let in',
  access_reused: 'An agent’s access was ended',
  access_ended: 'An agent’s access was ended',
  key_rotated: 'An agent has a new key',
  member_joined: 'Somebody has joined',
  member_left: 'Somebody is no longer a member',
  weekly_summary: 'Your week in short',
  workspace_archived: 'A workspace was archived',
  workspace_restored: 'A workspace is used again',
  standing_proposed: 'Posts could go out by themselves',
  standing_ended: 'A standing approval has ended',
  second_factor_reset: 'Your second factor was reset',
  signups_waiting: 'An account is asked for',
  service_stopped: 'Publishing is stopped for everybody',
  service_restored: 'The service is held after a restore',
  service_late: 'Something is late',
  launch_unsigned: 'Launch steps are not signed',
  network_refused: 'A network refuses this service',
};

const MANY: Record<NoticeTopic, (count: number) => string> = {
  waiting: (count) => `${count} posts wait for your decision`,
  reminders: (count) => `${count} reminders`,
  decided: (count) => `${count} of your posts were decided on`,
  comments: (count) => `${count} comments`,
  published: (count) => `${count} posts are out`,
  problems: (count) => `${count} posts went wrong`,
  connections: (count) => `${count} connections make trouble`,
  credits: (count) => `${count} notes about credits`,
  access: (count) => `${count} changes of who has access`,
  summary: () => 'Your week in short',
  security: (count) => `${count} changes of your sign-in`,
  service: (count) => `${count} things for you as the operator`,
};

/** Where it leads: to the one thing, or to what has them all. */
export const sharedPage = (notices: readonly GroupedNotice[]): string | null =>
  notices.every(({ kind }) => ['waiting', 'reminders'].includes(TOPIC_OF[kind])) ? '/approvals' : null;
