import { Migration } from '@mikro-orm/migrations';

/** Agents are told apart by who let them in, no longer by the name that they claim. Those that are there stay as they are. */
export class AgentsByWhoLetThemIn extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "agents" add column "let_in_by_user_id" text null, add column "let_in_by_name" text null`,
  `alter table "agents" add constraint "agents_let_in_by_user_id_foreign" foreign key ("let_in_by_user_id") references "users" ("id") on delete restrict`,
  `alter table "agents" drop constraint "agents_account_id_name_unique"`,
  `create unique index agents_of_operator_unique on agents (account_id, name) where let_in_by_user_id is null`,
  `create index "agents_account_id_id_index" on "agents" ("account_id", "id")`,
];
