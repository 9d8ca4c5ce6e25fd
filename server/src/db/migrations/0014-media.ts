import { Migration } from '@mikro-orm/migrations';

/** Pictures, and which of them belong to a draft. */
export class MediaTables extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "media" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "grant_id" text null, "user_id" text null, "alt_text" text not null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `create index "media_workspace_id_id_index" on "media" ("workspace_id", "id")`,
  `alter table "media" add constraint "media_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "media" add constraint "media_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "media" add constraint "media_grant_id_foreign" foreign key ("grant_id") references "grants" ("id") on delete set null`,
  `alter table "media" add constraint "media_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null`,
  `create table "renditions" ("id" text not null, "account_id" text not null, "media_id" text not null, "sha256" text not null, "mime_type" text not null, "byte_size" int not null, "width" int not null, "height" int not null, primary key ("id"))`,
  `alter table "renditions" add constraint "renditions_mime_type_check" check ("mime_type" in ('image/jpeg', 'image/png'))`,
  `alter table "renditions" add constraint "renditions_media_id_sha256_unique" unique ("media_id", "sha256")`,
  `create index "renditions_account_id_sha256_index" on "renditions" ("account_id", "sha256")`,
  `alter table "renditions" add constraint "renditions_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "renditions" add constraint "renditions_media_id_foreign" foreign key ("media_id") references "media" ("id")`,
  `alter table "sandbox_posts" add column "images" jsonb not null default '[]'`,
  `alter table "sandbox_posts" alter column "images" drop default`,
  `alter table "drafts" add column "media_ids" text[] null`,
];
