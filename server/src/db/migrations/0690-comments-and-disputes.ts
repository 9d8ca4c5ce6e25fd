import { Migration } from '@mikro-orm/migrations';
import { NOTICE_KINDS_0650 } from './0650-ends-of-access.ts';

const COUNT_STORED = `insert into "account_storage" ("account_id", "bytes") select "account_id", sum("byte_size")
  from (select distinct "account_id", "sha256", "byte_size" from "renditions") r group by "account_id"`;

/**
 * First comments end with a post that failed or was cancelled: until 0.7 they kept waiting, and were in doubt after a
 * restore. Lost disputes and failed refunds are stored by payment, to be counted with the refunds of its order, also if they
 * arrive before it is paid. Erased accounts are erased again: earlier releases left reserved credits, unknown outcomes,
 * labels, the names that clients gave and active standing approvals. Operators are notified of payments that need them.
 * Jobs that are due, and those that failed, are listed in the order of that time. Notices of held posts have their reason,
 * and there are notices of withdrawn decisions. Chats have the beginning and the number of their failures. A reminder of
 * what is published soon stores the time that it named, so a post that was moved has another one. What an account stores is
 * counted. Operators search accounts by their names and those of their workspaces.
 */
export class CommentsAndDisputes extends Migration {
  override up(): void {
    this.addSql(
      `update "first_comments" c set "state" = 'failed', "next_attempt_at" = null, "ended_at" = now(), ` +
        `"message" = 'The post failed or was cancelled.', "sentence" = '{"key": "The post failed or was cancelled.", "values": []}' ` +
        `from "publications" p where p."id" = c."publication_id" and p."state" in ('failed', 'cancelled') ` +
        `and c."state" in ('waiting', 'sending', 'unknown')`,
    );
    this.addSql(`update "accounts" set "erase_at" = "erasing_at" where "erasing_at" is not null and "erase_at" is null`);
    this.addSql(`alter table "approval_reminders" add column "scheduled_at" timestamp(3) with time zone null`);
    this.addSql(
      `update "approval_reminders" r set "scheduled_at" = a."scheduled_at" from "approvals" a ` +
        `where a."id" = r."approval_id" and a."state" = 'pending' and r."stage" = 'soon_out'`,
    );
    this.addSql(
      `alter table "stripe_events" add column "payment_intent_id" text null, add column "lost_cents" int null, ` +
        `add column "failed_cents" int null, add column "failed_at" timestamp(3) with time zone null`,
    );
    this.addSql(
      `create index "stripe_events_payment_index" on "stripe_events" ("payment_intent_id") where "payment_intent_id" is not null`,
    );
    this.addSql(
      `create index publish_jobs_going_out_index on publish_jobs (workspace_id, coalesce(scheduled_at, '-infinity'), id) ` +
        `where state in ('ready', 'queued', 'publishing')`,
    );
    this.addSql(
      `create index publish_jobs_failed_index on publish_jobs (workspace_id, updated_at, id) ` +
        `where state in ('failed', 'partially_published')`,
    );
    this.addSql(`alter table "notices" add column "reason" text null`);
    this.addSql(
      `alter table "notice_chats" add column "failing_since" timestamp(3) with time zone null, add column "failures" int not null default 0`,
    );
    this.addSql(
      `create table "account_storage" ("account_id" text not null, "bytes" bigint not null, primary key ("account_id"), ` +
        `constraint "account_storage_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on update cascade on delete cascade)`,
    );
    this.addSql(COUNT_STORED);
    this.addSql(`create index accounts_search_index on accounts using gin (to_tsvector('simple', name))`);
    this.addSql(`create index workspaces_search_index on workspaces using gin (to_tsvector('simple', name))`);
    this.addSql(`alter table "credit_orders" add column "refunded_at" timestamp(3) with time zone null`);
    const first = NOTICE_KINDS_0650.indexOf('signups_waiting');
    const operators = [...NOTICE_KINDS_0650.slice(first), 'payment_problem'];
    for (const [table, kinds] of [
      ['notices', [...NOTICE_KINDS_0650.slice(0, first), 'approval_reopened', ...operators]],
      ['service_matters', operators],
    ] as const) {
      const allowed = kinds.map((kind) => `'${kind}'`).join(', ');
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${allowed}))`);
    }
  }
}
