import { Migration } from '@mikro-orm/migrations';

/** Whether a session has shown a second factor. What is signed in before shows it again where one is required. */
export class SecondFactors extends Migration {
  override up(): void {
    this.addSql('alter table "sessions" add column "second_factor_at" timestamptz(3) null');
  }
}
