import { Migration } from '@mikro-orm/migrations';

/** Whose accounts names are, and on which server a connected account lives. */
export class Mentions extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "mentions" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "platform" text not null, "name" text not null, "external_id" text null, "asked_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "mentions" add constraint "mentions_workspace_id_platform_name_unique" unique ("workspace_id", "platform", "name")`,
  `alter table "mentions" add constraint "mentions_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "mentions" add constraint "mentions_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "connections" add column "server" text null`,
];
