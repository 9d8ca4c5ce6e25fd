import { Migration } from '@mikro-orm/migrations';

/** Access that agents ask for themselves: their requests, registered clients, notices for owners, pause and rotation. */
export class Oauth extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "grants" add column "paused_at" timestamptz(3) null, add column "rotation_requested_at" timestamptz(3) null`,
  `alter table "api_keys" add column "rotated_at" timestamptz(3) null`,
  `create table "notices" ("id" text not null, "account_id" text not null, "kind" text not null, "message" text not null, "created_at" timestamptz(3) not null, "seen_at" timestamptz(3) null, primary key ("id"))`,
  `create index "notices_account_id_id_index" on "notices" ("account_id", "id")`,
  `alter table "notices" add constraint "notices_kind_check" check ("kind" in ('access_granted', 'access_reused'))`,
  `alter table "notices" add constraint "notices_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `create table "oauth_clients" ("id" text not null, "name" text not null, "home_page" text null, "redirect_uris" text[] not null, "grant_types" text[] not null, "created_at" timestamptz(3) not null, "last_used_at" timestamptz(3) not null, primary key ("id"))`,
  `create index "oauth_clients_last_used_at_index" on "oauth_clients" ("last_used_at")`,
  `create table "grant_requests" ("id" text not null, "flow" text not null, "state" text not null, "client_id" text not null, "client_name" text not null, "client_uri" text null, "scopes" text[] not null, "resource" text null, "address" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "device_code_hash" text null, "user_code_hash" text null, "interval_seconds" int null, "last_polled_at" timestamptz(3) null, "redirect_uri" text null, "sealed_client_state" text null, "code_challenge" text null, "code_hash" text null, "code_expires_at" timestamptz(3) null, "session_id" text null, "looked_up_at" timestamptz(3) null, "decided_by_user_id" text null, "decided_at" timestamptz(3) null, "workspace_id" text null, "granted_scopes" text[] null, "is_sandbox_only" boolean not null default false, "jobs_per_day" int null, "credits_per_month" int null, "grant_expires_at" timestamptz(3) null, "redeemed_at" timestamptz(3) null, "grant_id" text null, primary key ("id"))`,
  `create index "grant_requests_expires_at_index" on "grant_requests" ("expires_at")`,
  `alter table "grant_requests" add constraint "grant_requests_device_code_hash_unique" unique ("device_code_hash")`,
  `alter table "grant_requests" add constraint "grant_requests_user_code_hash_unique" unique ("user_code_hash")`,
  `alter table "grant_requests" add constraint "grant_requests_code_hash_unique" unique ("code_hash")`,
  `alter table "grant_requests" add constraint "grant_requests_decision_check" check (state not in ('approved', 'redeemed') or workspace_id is not null)`,
  `alter table "grant_requests" add constraint "grant_requests_flow_check" check ("flow" in ('device', 'code'))`,
  `alter table "grant_requests" add constraint "grant_requests_state_check" check ("state" in ('pending', 'approved', 'denied', 'expired', 'redeemed'))`,
  `alter table "grant_requests" add constraint "grant_requests_decided_by_user_id_foreign" foreign key ("decided_by_user_id") references "users" ("id") on delete set null`,
  `alter table "grant_requests" add constraint "grant_requests_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete set null`,
  `alter table "grant_requests" add constraint "grant_requests_grant_id_foreign" foreign key ("grant_id") references "grants" ("id") on delete set null`,
];
