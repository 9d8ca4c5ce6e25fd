import { Migration } from '@mikro-orm/migrations';

/** The removal of published posts. */
export class Retractions extends Migration {
  override up(): void {
    this.addSql(`create table "retractions" (
      "id" text not null,
      "account_id" text not null,
      "workspace_id" text not null,
      "publication_id" text not null,
      "state" text not null,
      "content_hash" text not null,
      "reason" text not null,
      "grant_id" text null,
      "user_id" text null,
      "decided_by" text null,
      "decided_at" timestamp(3) with time zone null,
      "attempts" integer not null default 0,
      "next_attempt_at" timestamp(3) with time zone null,
      "message" text null,
      "sentence" jsonb null,
      "created_at" timestamp(3) with time zone not null,
      "ended_at" timestamp(3) with time zone null,
      constraint "retractions_pkey" primary key ("id"),
      constraint "retractions_state_check" check ("state" in ('requested', 'signed', 'removed', 'refused', 'declined')),
      constraint "retractions_signed_check" check ("state" = 'requested' or "decided_by" is not null),
      constraint "retractions_workspace_id_id_account_id_unique" unique ("workspace_id", "id", "account_id"),
      constraint "retractions_publication_id_foreign" foreign key ("workspace_id", "publication_id", "account_id") references "publications" ("workspace_id", "id", "account_id"),
      constraint "retractions_grant_id_foreign" foreign key ("grant_id") references "grants" ("id") on delete set null,
      constraint "retractions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null,
      constraint "retractions_decided_by_foreign" foreign key ("decided_by") references "users" ("id") on delete set null
    )`);
    this.addSql(
      `create unique index retractions_one_open_unique on retractions (publication_id) where state in ('requested', 'signed', 'removed')`,
    );
    this.addSql(`create index retractions_due_index on retractions (next_attempt_at) where state = 'signed'`);
  }
}
