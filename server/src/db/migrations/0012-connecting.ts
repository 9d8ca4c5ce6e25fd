import { Migration } from '@mikro-orm/migrations';

/** People on the way to a platform and back, and credentials that end and are renewed. */
export class Connecting extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "connections" add column "expires_at" timestamptz(3) null, add column "refresh_lease" int not null default 0, add column "refresh_leased_until" timestamptz(3) null, add column "checked_at" timestamptz(3) null`,
  `create table "connect_requests" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "session_id" text not null, "platform" text not null, "connection_id" text null, "state_hash" text not null, "sealed_memory" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "connect_requests" add constraint "connect_requests_state_hash_unique" unique ("state_hash")`,
  `alter table "connect_requests" add constraint "connect_requests_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "connect_requests" add constraint "connect_requests_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "connect_requests" add constraint "connect_requests_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade`,
  `alter table "connect_requests" add constraint "connect_requests_connection_id_foreign" foreign key ("connection_id") references "connections" ("id") on delete set null`,
];
