import { Migration } from '@mikro-orm/migrations';

/** What a language model took for a caption. */
export class ModelUse extends Migration {
  override up(): void {
    this.addSql('alter table "captions" add column "model_use" jsonb null');
  }
}
