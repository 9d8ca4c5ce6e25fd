import { Migration } from '@mikro-orm/migrations';

/** The first comments under published posts. */
export class FirstComments extends Migration {
  override up(): void {
    this.addSql(`create table "first_comments" (
      "id" text not null,
      "account_id" text not null,
      "workspace_id" text not null,
      "publication_id" text not null,
      "state" text not null,
      "intent" jsonb null,
      "lease" integer not null default 0,
      "attempts" integer not null default 0,
      "first_attempt_at" timestamp(3) with time zone null,
      "sent_at" timestamp(3) with time zone null,
      "next_attempt_at" timestamp(3) with time zone null,
      "provider_id" text null,
      "provider_url" text null,
      "message" text null,
      "sentence" jsonb null,
      "decided_by" text null,
      "created_at" timestamp(3) with time zone not null,
      "ended_at" timestamp(3) with time zone null,
      constraint "first_comments_pkey" primary key ("id"),
      constraint "first_comments_state_check" check ("state" in ('waiting', 'sending', 'published', 'failed', 'unknown')),
      constraint "first_comments_publication_id_unique" unique ("publication_id"),
      constraint "first_comments_workspace_id_id_account_id_unique" unique ("workspace_id", "id", "account_id"),
      constraint "first_comments_publication_id_foreign" foreign key ("workspace_id", "publication_id", "account_id") references "publications" ("workspace_id", "id", "account_id"),
      constraint "first_comments_decided_by_foreign" foreign key ("decided_by") references "users" ("id") on delete set null
    )`);
    this.addSql(
      `create index first_comments_open_index on first_comments (next_attempt_at) where state in ('waiting', 'sending', 'unknown')`,
    );
  }
}
