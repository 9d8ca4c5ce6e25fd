import { Migration } from '@mikro-orm/migrations';

/** Where a model's caption may differ in meaning from its source; earlier captions were not compared. */
export class Departures extends Migration {
  override up(): void {
    this.addSql(`alter table "captions" add column "departures" jsonb not null default '[]'`);
  }
}
