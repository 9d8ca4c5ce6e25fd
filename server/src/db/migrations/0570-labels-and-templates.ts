import { Migration } from '@mikro-orm/migrations';

/** Labels of drafts, which filter lists, and templates for new drafts. */
export class LabelsAndTemplates extends Migration {
  override up(): void {
    this.addSql(`alter table "drafts" add column "labels" text[] not null default '{}'`);
    this.addSql(`create index drafts_labelled_index on drafts (workspace_id, id) where cardinality(labels) > 0`);
    this.addSql(`create table "draft_templates" (
      "id" text not null,
      "account_id" text not null,
      "workspace_id" text not null,
      "name" text not null,
      "source_text" text not null,
      "link" text null,
      "wording" text null,
      "platforms" text[] not null,
      "connection_ids" text[] null,
      "labels" text[] not null,
      "words" jsonb not null,
      "created_at" timestamp(3) with time zone not null,
      "updated_at" timestamp(3) with time zone not null,
      constraint "draft_templates_pkey" primary key ("id"),
      constraint "draft_templates_wording_check" check ("wording" in ('adapt', 'exact')),
      constraint "draft_templates_account_id_foreign" foreign key ("account_id") references "accounts" ("id"),
      constraint "draft_templates_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")
    )`);
    this.addSql(`create index "draft_templates_workspace_id_name_index" on "draft_templates" ("workspace_id", "name")`);
  }
}
