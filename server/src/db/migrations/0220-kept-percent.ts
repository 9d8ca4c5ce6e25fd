import { Migration } from '@mikro-orm/migrations';

/** How much of its source a caption keeps, where it is the beginning alone; null where it is whole, or nothing is known. */
export class KeptPercent extends Migration {
  override up(): void {
    this.addSql(
      'alter table "captions" add column "kept_percent" smallint constraint captions_kept_percent_check check (kept_percent >= 0 and kept_percent <= 99)',
    );
  }
}
