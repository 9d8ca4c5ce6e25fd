import { Migration } from '@mikro-orm/migrations';

/** Drafts that edit the text of a published post. */
export class Edits extends Migration {
  override up(): void {
    this.addSql(`alter table "drafts" add column "edits_publication_id" text null`);
    this.addSql(
      `create index drafts_edits_publication_id_index on drafts (edits_publication_id, id) where edits_publication_id is not null`,
    );
  }
}
