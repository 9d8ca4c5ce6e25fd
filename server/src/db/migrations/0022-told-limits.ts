import { Migration } from '@mikro-orm/migrations';

/** What the server of a connected account takes, where it tells. */
export class ToldLimits extends Migration {
  override up(): void {
    this.addSql('alter table "connections" add column "limits" jsonb null');
  }
}
