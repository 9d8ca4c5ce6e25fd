import { Migration } from '@mikro-orm/migrations';

/**
 * A reminder stores when its stage began, so the people of the next stage have their own. Those given before, and by
 * a worker of the previous version during an upgrade, belong to the first stage. The day's reminder finds approvals by that time.
 */
export class RemindersByStage extends Migration {
  override up(): void {
    this.addSql(`alter table "approval_reminders" add column "asked_since" timestamp(3) with time zone null`);
    this.addSql(`update "approval_reminders" r set "asked_since" = a."created_at" from "approvals" a where a."id" = r."approval_id"`);
    this.addSql(`drop index approvals_waiting_since_index`);
    this.addSql(`create index approvals_waiting_since_index on approvals (coalesce(asked_since, created_at)) where state = 'pending'`);
  }
}
