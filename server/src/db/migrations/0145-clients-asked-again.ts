import { Migration } from '@mikro-orm/migrations';

/** A client who asked for changes is mailed once they are made, with a token of that mail's own. */
export class ClientsAskedAgain extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "client_recalls" ("link_id" text not null, "approval_id" text not null, "state" text not null, "due_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, primary key ("link_id", "approval_id"))`,
  `alter table "client_recalls" add constraint "client_recalls_state_check" check ("state" in ('waiting', 'sent', 'not_needed'))`,
  `alter table "client_recalls" add constraint "client_recalls_approval_id_foreign" foreign key ("approval_id") references "approvals" ("id")`,
  `alter table "client_recalls" add constraint "client_recalls_link_id_foreign" foreign key ("link_id") references "client_links" ("id")`,
  `create index "client_recalls_link_id_ended_at_index" on "client_recalls" ("link_id", "ended_at")`,
  `create index client_recalls_waiting_index on client_recalls (due_at) where state = 'waiting'`,
  `create table "client_link_tokens" ("token_hash" text not null, "link_id" text not null, "created_at" timestamptz(3) not null, primary key ("token_hash"))`,
  `create index "client_link_tokens_link_id_index" on "client_link_tokens" ("link_id")`,
  `alter table "client_link_tokens" add constraint "client_link_tokens_link_id_foreign" foreign key ("link_id") references "client_links" ("id")`,
];
