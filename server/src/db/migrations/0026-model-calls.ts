import { Migration } from '@mikro-orm/migrations';

/** What requests took of the language model, so that a workspace can be held to a day's worth. */
export class ModelCalls extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "model_calls" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "model" text not null, "input_tokens" int not null, "output_tokens" int not null, "cost_micros" int null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `create index "model_calls_workspace_id_created_at_index" on "model_calls" ("workspace_id", "created_at")`,
  `alter table "model_calls" add constraint "model_calls_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "model_calls" add constraint "model_calls_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
];
