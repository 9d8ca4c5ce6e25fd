import { Migration } from '@mikro-orm/migrations';

/** A publish job lives through every revision of its content; one that has ended names the job that stands in its place. */
export class JobRevisions extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "publish_jobs" add column "revision" int not null default 1, add column "ending" text null, add column "superseded_by" text null`,
  `alter table "publish_jobs" add constraint "publish_jobs_ending_check" check ("ending" in ('withdrawn', 'archived', 'rejected', 'expired'))`,
  `update publish_jobs set ending = case
     when cancelled_at is not null then 'withdrawn'
     when (select a.state from approvals a where a.id = approval_id) in ('rejected', 'expired') then (select a.state from approvals a where a.id = approval_id)
     else 'archived' end where state = 'cancelled'`,
  `update publish_jobs j set superseded_by = n.id from (select draft_id, max(id) as id from publish_jobs group by draft_id) n
   where n.draft_id = j.draft_id and n.id <> j.id`,

  `create table "publish_job_revisions" ("id" text not null, "account_id" text not null, "job_id" text not null, "number" int not null, "content_hash" text not null, "approval_id" text null, "mode" text not null, "scheduled_at" timestamptz(3) null, "grant_id" text null, "user_id" text null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `create index "publish_job_revisions_approval_id_index" on "publish_job_revisions" ("approval_id")`,
  `alter table "publish_job_revisions" add constraint "publish_job_revisions_job_id_number_unique" unique ("job_id", "number")`,
  `alter table "publish_job_revisions" add constraint "publish_job_revisions_mode_check" check ("mode" in ('approval', 'auto'))`,
  `alter table "publish_job_revisions" add constraint "publish_job_revisions_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "publish_job_revisions" add constraint "publish_job_revisions_job_id_foreign" foreign key ("job_id") references "publish_jobs" ("id")`,
  `alter table "publish_job_revisions" add constraint "publish_job_revisions_approval_id_foreign" foreign key ("approval_id") references "approvals" ("id") on delete set null`,
  `alter table "publish_job_revisions" add constraint "publish_job_revisions_grant_id_foreign" foreign key ("grant_id") references "grants" ("id") on delete set null`,
  `alter table "publish_job_revisions" add constraint "publish_job_revisions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null`,
  // Jobs from before had one revision each; 'rvn_' and the rest of the job's id is as unique and as old as the job.
  `insert into publish_job_revisions (id, account_id, job_id, number, content_hash, approval_id, mode, scheduled_at, grant_id, user_id, created_at)
   select 'rvn_' || substr(id, 5), account_id, id, 1, content_hash, approval_id, mode, scheduled_at, grant_id, user_id, created_at from publish_jobs`,
  `create trigger publish_job_revisions_append_only before update or delete on publish_job_revisions for each row execute function refuse_change()`,

  `alter table "publications" add column "superseded_at" timestamptz(3) null`,
  `alter table "publications" drop constraint "publications_job_id_payload_id_unique"`,
  `create index "publications_job_id_payload_id_index" on "publications" ("job_id", "payload_id")`,
  `create unique index publications_one_current_unique on publications (job_id, payload_id) where superseded_at is null`,
];
