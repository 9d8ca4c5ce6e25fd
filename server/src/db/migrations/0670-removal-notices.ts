import { Migration } from '@mikro-orm/migrations';

/** As of this migration. */
const NOTICE_KINDS_0670 = [
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

/** People are notified of removals that wait for a signature, or were not completed. */
export class RemovalNotices extends Migration {
  override up(): void {
    const kinds = NOTICE_KINDS_0670.map((kind) => `'${kind}'`).join(', ');
    this.addSql(`alter table "notices" drop constraint "notices_kind_check"`);
    this.addSql(`alter table "notices" add constraint "notices_kind_check" check ("kind" in (${kinds}))`);
  }
}
