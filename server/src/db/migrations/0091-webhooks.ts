import { Migration } from '@mikro-orm/migrations';

/** Addresses that are told what happens, and what was sent to them or waits. */
export class Webhooks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "webhook_endpoints" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "grant_id" text null, "url" text not null, "types" text[] null, "sealed_secret" text not null, "sealed_old_secret" text null, "old_secret_until" timestamptz(3) null, "state" text not null, "ending" text null, "failures" int not null default 0, "failing_since" timestamptz(3) null, "last_success_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `create index "webhook_endpoints_workspace_id_id_index" on "webhook_endpoints" ("workspace_id", "id")`,
  `create index "webhook_endpoints_grant_id_index" on "webhook_endpoints" ("grant_id")`,
  `alter table "webhook_endpoints" add constraint "webhook_endpoints_state_check" check ("state" in ('unproven', 'active', 'stopped'))`,
  `alter table "webhook_endpoints" add constraint "webhook_endpoints_ending_check" check ("ending" in ('revoked', 'gone', 'failing'))`,
  `alter table "webhook_endpoints" add constraint "webhook_endpoints_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "webhook_endpoints" add constraint "webhook_endpoints_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "webhook_endpoints" add constraint "webhook_endpoints_grant_id_foreign" foreign key ("grant_id") references "grants" ("id") on delete set null`,

  `create table "webhook_deliveries" ("id" text not null, "account_id" text not null, "endpoint_id" text not null, "message_id" text not null, "kind" text not null, "type" text not null, "body" text not null, "state" text not null, "attempts" int not null default 0, "next_attempt_at" timestamptz(3) null, "leased_until" timestamptz(3) null, "last_status" int null, "last_fault" text null, "created_at" timestamptz(3) not null, "delivered_at" timestamptz(3) null, primary key ("id"))`,
  `alter table "webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_message_id_unique" unique ("endpoint_id", "message_id")`,
  `create index "webhook_deliveries_endpoint_id_id_index" on "webhook_deliveries" ("endpoint_id", "id")`,
  `create index "webhook_deliveries_created_at_index" on "webhook_deliveries" ("created_at")`,
  `create index webhook_deliveries_waiting_index on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending'`,
  `create index webhook_deliveries_due_index on webhook_deliveries (next_attempt_at) where state = 'pending'`,
  `alter table "webhook_deliveries" add constraint "webhook_deliveries_kind_check" check ("kind" in ('event', 'challenge', 'test'))`,
  `alter table "webhook_deliveries" add constraint "webhook_deliveries_state_check" check ("state" in ('pending', 'delivered', 'failed'))`,
  `alter table "webhook_deliveries" add constraint "webhook_deliveries_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_foreign" foreign key ("endpoint_id") references "webhook_endpoints" ("id") on delete cascade`,

  // Whichever way a grant ends, what it had told to others ends with it, in the same transaction.
  `create function stop_webhooks() returns trigger language plpgsql as $$
   begin
     update webhook_endpoints set state = 'stopped', ending = 'revoked' where grant_id = new.id;
     return null;
   end $$`,
  `create trigger grants_end_stops_webhooks after update of state on grants for each row when (old.state = 'active' and new.state <> 'active') execute function stop_webhooks()`,
];
