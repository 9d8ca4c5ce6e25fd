import type { NoticeKind } from '../access/notice.entity.ts';

/** Groups of notice kinds for a person's settings. */
export const NOTICE_TOPICS = [
  'waiting',
  'reminders',
  'decided',
  'comments',
  'published',
  'problems',
  'connections',
  'credits',
  'access',
  'summary',
  'security',
  'service',
] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** Channels in addition to the console, which shows every notice. */
export const NOTICE_CHANNELS = ['mail', 'push', 'chat'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** What asks for a decision on an approval and is over with it. */
export const ASKING = ['approval_waits', 'approval_changed', 'changes_made', 'approval_reminder'] as const satisfies NoticeKind[];

export const TOPIC_OF: Record<NoticeKind, NoticeTopic> = {
  approval_waits: 'waiting',
  approval_changed: 'waiting',
  changes_made: 'waiting',
  removal_requested: 'waiting',
  approval_reminder: 'reminders',
  approval_expired: 'reminders',
  approval_approved: 'decided',
  approval_rejected: 'decided',
  changes_requested: 'decided',
  approval_held: 'decided',
  approval_reopened: 'decided',
  job_held: 'problems',
  job_published: 'published',
  job_partially_published: 'problems',
  job_failed: 'problems',
  post_different: 'problems',
  post_gone: 'problems',
  removal_refused: 'problems',
  outcome_unknown: 'problems',
  first_comment_failed: 'problems',
  comment_added: 'comments',
  comment_mention: 'comments',
  connection_degraded: 'connections',
  connection_ending: 'connections',
  credits_low: 'credits',
  credits_bought: 'credits',
  payment_reversed: 'credits',
  access_granted: 'access',
  access_reused: 'access',
  access_ended: 'access',
  key_rotated: 'access',
  member_joined: 'access',
  member_left: 'access',
  weekly_summary: 'summary',
  workspace_archived: 'access',
  workspace_restored: 'access',
  standing_proposed: 'access',
  standing_ended: 'access',
  second_factor_reset: 'security',
  signups_waiting: 'service',
  service_stopped: 'service',
  service_restored: 'service',
  service_late: 'service',
  launch_unsigned: 'service',
  network_refused: 'service',
  payment_problem: 'service',
};

/** A topic's default channels. */
const USUAL: Record<NoticeTopic, Record<NoticeChannel, boolean>> = {
  waiting: { mail: true, push: true, chat: true },
  reminders: { mail: true, push: true, chat: true },
  decided: { mail: true, push: true, chat: true },
  comments: { mail: true, push: true, chat: true },
  published: { mail: false, push: false, chat: false },
  problems: { mail: true, push: true, chat: true },
  connections: { mail: true, push: false, chat: false },
  credits: { mail: true, push: false, chat: false },
  access: { mail: true, push: false, chat: false },
  summary: { mail: true, push: false, chat: false },
  security: { mail: true, push: true, chat: false },
  service: { mail: true, push: true, chat: false },
};

/** A person's choices; absent values use the defaults. */
export type NoticeChoices = Partial<Record<NoticeTopic, Partial<Record<NoticeChannel, boolean>>>>;

/**
 * Whether a topic reaches the person on that channel. Changes of a person's own sign-in methods are always
 * mailed.
 */
export function isChosen(choices: NoticeChoices, topic: NoticeTopic, channel: NoticeChannel): boolean {
  if (topic === 'security' && channel === 'mail') return true;
  return choices[topic]?.[channel] ?? USUAL[topic][channel];
}
