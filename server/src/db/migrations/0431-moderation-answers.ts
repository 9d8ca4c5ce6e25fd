import { Migration } from '@mikro-orm/migrations';

/** The findings of the operator's moderation service, by hash. */
export class ModerationAnswers extends Migration {
  override up(): void {
    this.addSql(`create table "moderation_answers" (
      "id" text not null,
      "account_id" text not null,
      "workspace_id" text not null,
      "content_key" text not null,
      "categories" text[] not null,
      "created_at" timestamp(3) with time zone not null,
      constraint "moderation_answers_pkey" primary key ("id"),
      constraint "moderation_answers_workspace_id_content_key_unique" unique ("workspace_id", "content_key"),
      constraint "moderation_answers_account_id_foreign" foreign key ("account_id") references "accounts" ("id"),
      constraint "moderation_answers_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")
    )`);
  }
}
