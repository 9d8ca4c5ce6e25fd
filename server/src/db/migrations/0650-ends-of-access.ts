import { Migration } from '@mikro-orm/migrations';

/** As of this migration. */
export const NOTICE_KINDS_0650 = [
  'access_granted',
  'access_reused',
  'access_ended',
  'key_rotated',
  'member_joined',
  'member_left',
  'second_factor_reset',
  'credits_low',
  'credits_bought',
  'payment_reversed',
  'approval_waits',
  'approval_changed',
  'changes_made',
  'approval_reminder',
  'approval_expired',
  'approval_approved',
  'approval_rejected',
  'changes_requested',
  'job_published',
  'job_partially_published',
  'job_failed',
  'outcome_unknown',
  'first_comment_failed',
  'post_different',
  'post_gone',
  'removal_requested',
  'removal_refused',
  'connection_degraded',
  'connection_ending',
  'approval_held',
  'job_held',
  'comment_added',
  'comment_mention',
  'weekly_summary',
  'workspace_archived',
  'workspace_restored',
  'standing_proposed',
  'standing_ended',
  'signups_waiting',
  'service_stopped',
  'service_restored',
  'service_late',
  'launch_unsigned',
  'network_refused',
];

/**
 * When the access to an account ends for good, that it was announced, and what people allowed at the sign-in (unknown for
 * earlier ones); chats that refuse messages, how often in a row and with which words. Notices about both, and about
 * removals.
 */
export class EndsOfAccess extends Migration {
  override up(): void {
    this.addSql(
      `alter table "connections" add column "ends_at" timestamp(3) with time zone null, add column "end_announced" int null, ` +
        `add column "granted_scopes" text[] null`,
    );
    // Until 0.5 no refresh token of LinkedIn was kept.
    this.addSql(`update "connections" set "ends_at" = "expires_at" where "platform" = 'linkedin' and "disconnected_at" is null`);
    this.addSql(`create index "connections_platform_external_id_index" on "connections" ("platform", "external_id")`);
    this.addSql(`alter table "notice_chats" add column "refusals" integer not null default 0, add column "fault" text`);
    const kinds = NOTICE_KINDS_0650.map((kind) => `'${kind}'`).join(', ');
    this.addSql(`alter table "notices" drop constraint "notices_kind_check"`);
    this.addSql(`alter table "notices" add constraint "notices_kind_check" check ("kind" in (${kinds}))`);
  }
}
