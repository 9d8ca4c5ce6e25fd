import { Migration } from '@mikro-orm/migrations';

/** Where a model's words may say something else than their source; words from before were not compared. */
export class Departures extends Migration {
  override up(): void {
    this.addSql(`alter table "captions" add column "departures" jsonb not null default '[]'`);
  }
}
