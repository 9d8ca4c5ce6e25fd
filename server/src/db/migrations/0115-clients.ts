import { Migration } from '@mikro-orm/migrations';

/** Clients without an account: links that show drafts to one mail address, codes that let it decide, and its decisions. */
export class Clients extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "client_links" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "email" text not null, "token_hash" text not null, "created_by_user_id" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "revoked_by_user_id" text null, primary key ("id"))`,
  `alter table "client_links" add constraint "client_links_token_hash_unique" unique ("token_hash")`,
  `create index "client_links_workspace_id_id_index" on "client_links" ("workspace_id", "id")`,
  `create index "client_links_account_id_created_at_index" on "client_links" ("account_id", "created_at")`,
  `create index "client_links_email_created_at_index" on "client_links" ("email", "created_at")`,
  `alter table "client_links" add constraint "client_links_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "client_links" add constraint "client_links_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "client_links" add constraint "client_links_created_by_user_id_foreign" foreign key ("created_by_user_id") references "users" ("id")`,
  `alter table "client_links" add constraint "client_links_revoked_by_user_id_foreign" foreign key ("revoked_by_user_id") references "users" ("id") on delete set null`,

  `create table "client_link_drafts" ("link_id" text not null, "draft_id" text not null, "place" int not null, primary key ("link_id", "draft_id"))`,
  `alter table "client_link_drafts" add constraint "client_link_drafts_link_id_foreign" foreign key ("link_id") references "client_links" ("id")`,
  `alter table "client_link_drafts" add constraint "client_link_drafts_draft_id_foreign" foreign key ("draft_id") references "drafts" ("id")`,
  `create index "client_link_drafts_draft_id_index" on "client_link_drafts" ("draft_id")`,

  `create table "client_codes" ("link_id" text not null, "code_hash" text not null, "tries" int not null default 0, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("link_id"))`,
  `alter table "client_codes" add constraint "client_codes_link_id_foreign" foreign key ("link_id") references "client_links" ("id")`,
  `create table "client_sessions" ("id" text not null, "link_id" text not null, "token_hash" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "client_sessions" add constraint "client_sessions_token_hash_unique" unique ("token_hash")`,
  `alter table "client_sessions" add constraint "client_sessions_link_id_foreign" foreign key ("link_id") references "client_links" ("id")`,
  `create index "client_sessions_expires_at_index" on "client_sessions" ("expires_at")`,

  `alter table "workspaces" add column "counts_clients" boolean not null default true`,
  `alter table "approval_decisions" alter column "user_id" drop not null`,
  `alter table "approval_decisions" add column "client_link_id" text null, add column "client_email" text null, add column "counts" boolean not null default true`,
  `alter table "approval_decisions" add constraint "approval_decisions_client_link_id_foreign" foreign key ("client_link_id") references "client_links" ("id")`,
  // Of one person, or of one address behind a link.
  `alter table "approval_decisions" add constraint "approval_decisions_by_check" check ((user_id is not null) <> (client_link_id is not null) and (client_link_id is null) = (client_email is null))`,
  `alter table "approval_decisions" add constraint "approval_decisions_approval_id_client_email_unique" unique ("approval_id", "client_email")`,
];
