import { Migration } from '@mikro-orm/migrations';

/** A session's token is replaced when its person shows again who they are; the one before is accepted for some seconds. */
export class RenewedTokens extends Migration {
  override up(): void {
    this.addSql(`alter table "sessions" add column "previous_token_hash" text null, add column "token_renewed_at" timestamptz(3) null`);
    this.addSql(`create index "sessions_previous_token_hash_index" on "sessions" ("previous_token_hash")`);
  }
}
