import { Migration } from '@mikro-orm/migrations';

/** How much of its source a caption keeps, where it is the beginning alone; null where it is whole, or nothing is known. */
export class KeptPercent extends Migration {
  override up(): void {
    this.addSql('alter table "captions" add column "kept_percent" smallint check ("kept_percent" between 0 and 99)');
  }
}
