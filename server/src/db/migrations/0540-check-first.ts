import { Migration } from '@mikro-orm/migrations';

/**
 * Planned posts that may have been published since a restored backup: their network is asked before they are
 * sent.
 */
export class CheckFirst extends Migration {
  override up(): void {
    this.addSql(`alter table "publications" add column "check_first" jsonb null`);
    this.addSql(`create index "publications_check_first_index" on "publications" ("id") where "check_first" is not null`);
  }
}
