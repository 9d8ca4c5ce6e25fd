import { Migration } from '@mikro-orm/migrations';

/** When an attempt of a message last failed, so that everything an outage held up can be sent again. */
export class FailedDeliveries extends Migration {
  override up(): void {
    this.addSql('alter table "webhook_deliveries" add column "last_failed_at" timestamptz(3) null');
    // When earlier attempts failed was not recorded: they count from when the message was written.
    this.addSql(
      `update webhook_deliveries set last_failed_at = created_at where state = 'failed' or (state = 'pending' and last_fault is not null)`,
    );
  }
}
