import type { Tone } from '../../components/ui/states.ts';
import type { NoticeKind } from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';

export const texts = say('news', {
  title: 'News',
  choose: 'Choose what you are told',
  list: 'What happened',
  none: 'No news',
  noneHow: 'What waits for you, what was decided and what went out or wrong will stand here.',
  fresh: 'New',
  seenFailed: 'They still count as new',
} as const);

/** What each kind of news means to whoever reads it. */
export const tones: Record<NoticeKind, Tone> = {
  APPROVAL_WAITS: 'wait',
  APPROVAL_CHANGED: 'wait',
  CHANGES_MADE: 'wait',
  APPROVAL_REMINDER: 'wait',
  APPROVAL_EXPIRED: 'bad',
  APPROVAL_APPROVED: 'good',
  APPROVAL_REJECTED: 'bad',
  CHANGES_REQUESTED: 'wait',
  COMMENT_ADDED: 'wait',
  COMMENT_MENTION: 'wait',
  JOB_PUBLISHED: 'good',
  JOB_PARTIALLY_PUBLISHED: 'bad',
  APPROVAL_HELD: 'wait',
  JOB_FAILED: 'bad',
  OUTCOME_UNKNOWN: 'bad',
  CONNECTION_DEGRADED: 'bad',
  ACCESS_GRANTED: 'good',
  ACCESS_REUSED: 'bad',
  ACCESS_ENDED: 'quiet',
  KEY_ROTATED: 'good',
  MEMBER_JOINED: 'good',
  MEMBER_LEFT: 'quiet',
  CREDITS_LOW: 'wait',
  CREDITS_BOUGHT: 'good',
  PAYMENT_REVERSED: 'bad',
  WORKSPACE_ARCHIVED: 'quiet',
  WORKSPACE_RESTORED: 'quiet',
  STANDING_PROPOSED: 'quiet',
  STANDING_ENDED: 'wait',
  WEEKLY_SUMMARY: 'quiet',
  SECOND_FACTOR_RESET: 'bad',
  SIGNUPS_WAITING: 'wait',
  SERVICE_STOPPED: 'bad',
  SERVICE_RESTORED: 'wait',
  SERVICE_LATE: 'bad',
  LAUNCH_UNSIGNED: 'wait',
  NETWORK_REFUSED: 'bad',
};
