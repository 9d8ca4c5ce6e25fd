import { Migration } from '@mikro-orm/migrations';

/** Everybody whose words are in a draft, the revision that people were asked about, and whose limits a credit counts against. */
export class Authors extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "draft_authors" ("id" text not null, "account_id" text not null, "draft_id" text not null, "grant_id" text null, "user_id" text null, "revision" int not null, "since" timestamptz(3) not null, primary key ("id"))`,
  `create index "draft_authors_grant_id_since_index" on "draft_authors" ("grant_id", "since")`,
  `alter table "draft_authors" add constraint "draft_authors_draft_id_grant_id_unique" unique ("draft_id", "grant_id")`,
  `alter table "draft_authors" add constraint "draft_authors_draft_id_user_id_unique" unique ("draft_id", "user_id")`,
  `alter table "draft_authors" add constraint "draft_authors_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "draft_authors" add constraint "draft_authors_draft_id_foreign" foreign key ("draft_id") references "drafts" ("id")`,
  `alter table "draft_authors" add constraint "draft_authors_grant_id_foreign" foreign key ("grant_id") references "grants" ("id") on delete set null`,
  `alter table "draft_authors" add constraint "draft_authors_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null`,
  // Drafts from before: who made them, who wrote words for them, and who wrote last.
  `insert into draft_authors (id, account_id, draft_id, grant_id, user_id, revision, since)
   select 'ath_' || gen_random_uuid(), d.account_id, d.id, w.grant_id, w.user_id, max(w.revision),
     coalesce((select max(j.created_at) from publish_jobs j where j.draft_id = d.id), d.created_at)
   from drafts d join (
     select id as draft_id, grant_id, user_id, 1 as revision from drafts
     union all select draft_id, grant_id, user_id, revision from caption_sets
     union all select id, null, revised_by_user_id, revision from drafts
   ) w on w.draft_id = d.id where w.grant_id is not null or w.user_id is not null
   group by d.id, w.grant_id, w.user_id`,

  `alter table "drafts" add column "vouched_revision" int not null default 0`,
  `update drafts d set vouched_revision = d.revision where exists (
     select from publish_jobs j where j.draft_id = d.id and j.superseded_by is null and j.grant_id is null and j.user_id is not null)`,
  `alter table "approvals" add column "revision" int not null default 0`,
  `update approvals a set revision = d.revision from drafts d where d.id = a.draft_id`,
  `alter table "credit_holds" add column "co_grant_ids" text[] null`,
  `create index credit_holds_co_grants_index on credit_holds using gin (co_grant_ids) where co_grant_ids is not null`,
  `create index "payloads_account_id_text_hash_index" on "payloads" ("account_id", "text_hash")`,
];
