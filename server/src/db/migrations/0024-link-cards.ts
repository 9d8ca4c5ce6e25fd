import { Migration } from '@mikro-orm/migrations';

/** What pages behind links said of themselves, and which of it a draft has. */
export class LinkCards extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "link_cards" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "link" text not null, "link_hash" text not null, "title" text null, "description" text null, "site_name" text null, "media_id" text null, "missing" text null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "link_cards" add constraint "link_cards_title_check" check ((title is null) <> (missing is null))`,
  `create index "link_cards_workspace_id_link_hash_id_index" on "link_cards" ("workspace_id", "link_hash", "id")`,
  `alter table "link_cards" add constraint "link_cards_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "link_cards" add constraint "link_cards_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "link_cards" add constraint "link_cards_media_id_foreign" foreign key ("media_id") references "media" ("id") on delete set null`,
  `alter table "drafts" add column "link_card_id" text null`,
  `create index "drafts_link_card_id_index" on "drafts" ("link_card_id") where link_card_id is not null`,
  `alter table "sandbox_posts" add column "card" jsonb null`,
];
