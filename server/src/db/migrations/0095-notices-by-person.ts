import { Migration } from '@mikro-orm/migrations';

/** What people are told is each person's own, says what it is about, and finds them by mail and push as they choose. */
export class NoticesByPerson extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const KINDS = [
  ...['access_granted', 'access_reused', 'access_ended', 'key_rotated', 'member_joined', 'member_left', 'second_factor_reset'],
  ...['credits_low', 'credits_bought', 'payment_reversed'],
  ...['approval_waits', 'approval_changed', 'changes_made', 'approval_reminder', 'approval_expired'],
  ...['approval_approved', 'approval_rejected', 'changes_requested'],
  ...['job_published', 'job_partially_published', 'job_failed', 'outcome_unknown', 'connection_degraded'],
];

const STATEMENTS = [
  `alter table "notices" drop constraint "notices_kind_check"`,
  `alter table "notices" add constraint "notices_kind_check" check ("kind" in (${KINDS.map((kind) => `'${kind}'`).join(', ')}))`,
  `alter table "notices" add column "workspace_id" text null, add column "subject_id" text null, add column "routed_at" timestamptz(3) null`,
  `update notices set routed_at = created_at`,
  // What was for the owners together becomes each owner's own, in the order in which it came.
  `insert into notices (id, account_id, user_id, kind, message, created_at, seen_at, routed_at)
   select left(n.id, -12) || left(md5(n.id || m.user_id), 12), n.account_id, m.user_id, n.kind, n.message, n.created_at, n.seen_at, n.routed_at
     from notices n join memberships m on m.account_id = n.account_id and m.role = 'owner' where n.user_id is null`,
  `delete from notices where user_id is null`,
  `alter table "notices" alter column "user_id" set not null`,
  `alter table "notices" drop constraint "notices_user_id_foreign"`,
  `alter table "notices" add constraint "notices_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "notices" add constraint "notices_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete set null`,
  `drop index "notices_account_id_id_index"`,
  `create index "notices_user_id_account_id_id_index" on "notices" ("user_id", "account_id", "id")`,
  `create index "notices_subject_id_index" on "notices" ("subject_id")`,
  `create index notices_unseen_index on notices (user_id, account_id) where seen_at is null`,
  `create index notices_unrouted_index on notices (id) where routed_at is null`,

  `create table "approval_reminders" ("approval_id" text not null, "stage" text not null, primary key ("approval_id", "stage"))`,
  `alter table "approval_reminders" add constraint "approval_reminders_stage_check" check ("stage" in ('waiting', 'soon_out', 'soon_over'))`,
  `alter table "approval_reminders" add constraint "approval_reminders_approval_id_foreign" foreign key ("approval_id") references "approvals" ("id")`,
  `create table "notice_settings" ("user_id" text not null, "choices" jsonb not null, "quiet_from" text null, "quiet_to" text null, "time_zone" text null, "digest_at" text null, "updated_at" timestamptz(3) not null, primary key ("user_id"))`,
  `alter table "notice_settings" add constraint "notice_settings_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
  `create table "notice_deliveries" ("notice_id" text not null, "channel" text not null, "user_id" text not null, "state" text not null, "due_at" timestamptz(3) not null, "attempts" int not null, "ended_at" timestamptz(3) null, primary key ("notice_id", "channel"))`,
  `alter table "notice_deliveries" add constraint "notice_deliveries_channel_check" check ("channel" in ('mail', 'push'))`,
  `alter table "notice_deliveries" add constraint "notice_deliveries_state_check" check ("state" in ('waiting', 'sending', 'sent', 'not_needed', 'given_up'))`,
  `alter table "notice_deliveries" add constraint "notice_deliveries_notice_id_foreign" foreign key ("notice_id") references "notices" ("id") on delete cascade`,
  `alter table "notice_deliveries" add constraint "notice_deliveries_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `create index notice_deliveries_waiting_index on notice_deliveries (user_id, channel, due_at) where state = 'waiting'`,
  `create index "notice_deliveries_user_id_channel_ended_at_index" on "notice_deliveries" ("user_id", "channel", "ended_at")`,

  `alter table "mails" add column "is_sent_once" boolean not null default false, add column "carried_at" timestamptz(3) null`,
  `alter table "mails" alter column "is_sent_once" drop default`,

  `create function tell_notice() returns trigger language plpgsql as $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'notice', 'workspaceId', w.id, 'id', new.id)::text)
       from workspaces w where w.account_id = new.account_id and (new.workspace_id is null or w.id = new.workspace_id);
     return null;
   end $$`,
  `create trigger notices_told after insert or update of seen_at on notices for each row execute function tell_notice()`,
];
