import { Migration } from '@mikro-orm/migrations';

/** How closely a draft's generated words keep to its text; null is as the workspace does. */
export class WordingOfDrafts extends Migration {
  override up(): void {
    this.addSql(`alter table "drafts" add column "wording" text null`);
    this.addSql(`alter table "drafts" add constraint "drafts_wording_check" check ("wording" in ('adapt', 'exact'))`);
  }
}
