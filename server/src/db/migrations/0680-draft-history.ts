import { Migration } from '@mikro-orm/migrations';

/**
 * The source text, the link and the pictures of each revision of a draft. They are known for the newest ones, and null
 * for those before: only their captions were kept.
 */
export class DraftHistory extends Migration {
  override up(): void {
    this.addSql(
      `alter table "caption_sets" add column "source_text" text null, add column "link" text null, add column "media_ids" text[] null`,
    );
    this.addSql(`alter table "caption_sets" disable trigger "caption_sets_append_only"`);
    this.addSql(
      `update "caption_sets" s set "source_text" = d."source_text", "link" = d."link", "media_ids" = coalesce(d."media_ids", '{}') ` +
        `from "drafts" d where d."id" = s."draft_id" and not exists ` +
        `(select from "caption_sets" n where n."draft_id" = s."draft_id" and n."revision" > s."revision")`,
    );
    this.addSql(`alter table "caption_sets" enable trigger "caption_sets_append_only"`);
  }
}
