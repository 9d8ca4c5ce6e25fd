import { Migration } from '@mikro-orm/migrations';

/** How many credits were left on a day: what changed a balance since, and not all that an account has ever written down. */
export class CreditsLeft extends Migration {
  override up(): void {
    this.addSql('create index credit_entries_available_index on credit_entries (account_id, created_at) where available_delta <> 0');
  }
}
