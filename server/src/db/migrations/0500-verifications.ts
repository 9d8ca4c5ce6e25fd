import { Migration } from '@mikro-orm/migrations';

/** As of this migration. */
const NOTICE_KINDS_0500 = [
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
  'post_different',
  'post_gone',
  'connection_degraded',
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

/** Published posts are read back and compared with what was signed; earlier posts are not. */
export class Verifications extends Migration {
  override up(): void {
    this.addSql(`alter table "publications" add column "verify_at" timestamp(3) with time zone null`);
    this.addSql(`create index "publications_verify_index" on "publications" ("verify_at") where "verify_at" is not null`);
    this.addSql(`create table "verifications" (
      "id" text not null,
      "account_id" text not null,
      "workspace_id" text not null,
      "publication_id" text not null,
      "result" text not null,
      "seen_by" text null,
      "differences" jsonb not null,
      "message" text null,
      "created_at" timestamp(3) with time zone not null,
      constraint "verifications_pkey" primary key ("id"),
      constraint "verifications_result_check" check ("result" in ('as_signed', 'different', 'gone', 'unreadable')),
      constraint "verifications_publication_id_foreign" foreign key ("workspace_id", "publication_id", "account_id") references "publications" ("workspace_id", "id", "account_id")
    )`);
    this.addSql(`alter table "notices" drop constraint "notices_kind_check"`);
    const kinds = NOTICE_KINDS_0500.map((kind) => `'${kind}'`).join(', ');
    this.addSql(`alter table "notices" add constraint "notices_kind_check" check ("kind" in (${kinds}))`);
    this.addSql(`create index "verifications_publication_id_id_index" on "verifications" ("publication_id", "id")`);
    this.addSql(
      `create trigger verifications_append_only before delete or update on verifications for each row execute function refuse_change()`,
    );
  }
}
