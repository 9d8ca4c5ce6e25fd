import { Migration } from '@mikro-orm/migrations';

/** Threads of comments on a draft, and the notices of them. */
export class Comments extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "comments" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "draft_id" text not null, "thread_id" text not null, "visibility" text not null, "text" text not null, "user_id" text null, "grant_id" text null, "client_link_id" text null, "client_email" text null, "mentions" text[] not null default '{}', "quote" text null, "platform" text null, "resolved_at" timestamptz(3) null, "resolved_by_user_id" text null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "comments" add constraint "comments_visibility_check" check ("visibility" in ('internal', 'shared'))`,
  // One author; and whoever is outside of the account is never in what only its people read.
  `alter table "comments" add constraint "comments_author_check" check (num_nonnulls(user_id, grant_id, client_link_id) = 1 and (client_link_id is null) = (client_email is null) and (visibility = 'shared' or user_id is not null))`,
  // What a thread is about, and that it is resolved, stands in its first comment.
  `alter table "comments" add constraint "comments_head_check" check (id = thread_id or (quote is null and platform is null and resolved_at is null and resolved_by_user_id is null))`,
  `alter table "comments" add constraint "comments_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "comments" add constraint "comments_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "comments" add constraint "comments_draft_id_foreign" foreign key ("draft_id") references "drafts" ("id")`,
  `alter table "comments" add constraint "comments_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "comments" add constraint "comments_grant_id_foreign" foreign key ("grant_id") references "grants" ("id")`,
  `alter table "comments" add constraint "comments_client_link_id_foreign" foreign key ("client_link_id") references "client_links" ("id")`,
  `alter table "comments" add constraint "comments_resolved_by_user_id_foreign" foreign key ("resolved_by_user_id") references "users" ("id")`,
  `create index "comments_draft_id_id_index" on "comments" ("draft_id", "id")`,

  // An answer is about the same draft and seen by the same people as what it answers.
  `create function check_comment_thread() returns trigger language plpgsql as $$
   begin
     if new.id <> new.thread_id and not exists (
       select from comments c where c.id = new.thread_id and c.thread_id = c.id and c.draft_id = new.draft_id and c.visibility = new.visibility
     ) then
       raise exception 'a comment answers a thread of its own draft, and is seen by the same people';
     end if;
     return new;
   end $$`,
  `create trigger comments_checked before insert or update of thread_id, draft_id, visibility on comments for each row execute function check_comment_thread()`,

  // The new kinds beside whatever the list has by then.
  `do $$ declare known text; begin
     select string_agg(quote_literal(r.m[1]), ', ' order by r.n) into known
       from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as r (m, n)
      where c.conname = 'notices_kind_check' and c.conrelid = 'notices'::regclass;
     alter table notices drop constraint notices_kind_check;
     execute format('alter table notices add constraint notices_kind_check check (kind in (%s, %L, %L))', known, 'comment_added', 'comment_mention');
   end $$`,
];
