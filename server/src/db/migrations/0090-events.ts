import { Migration } from '@mikro-orm/migrations';

/** What happened in each workspace, in order, and what the service's own readers have not dealt with yet. */
export class Events extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "events" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "sequence" int not null, "type" text not null, "subject_id" text not null, "draft_id" text null, "grant_id" text null, "actor_kind" text not null, "actor_id" text null, "data" jsonb not null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "events" add constraint "events_workspace_id_sequence_unique" unique ("workspace_id", "sequence")`,
  `create index "events_created_at_index" on "events" ("created_at")`,
  `create table "event_heads" ("workspace_id" text not null, "account_id" text not null, "last_sequence" int not null, primary key ("workspace_id"))`,
  `create table "unread_events" ("reader" text not null, "event_id" text not null, "account_id" text not null, primary key ("reader", "event_id"))`,
];
