import { Migration } from '@mikro-orm/migrations';

/** What a payload was built from, and the rules that it was checked by: rules change, and it must not be sent against them. */
export class PayloadRules extends Migration {
  override up(): void {
    this.addSql('alter table "payloads" add column "post" jsonb null, add column "rules_hash" text null');
  }
}
