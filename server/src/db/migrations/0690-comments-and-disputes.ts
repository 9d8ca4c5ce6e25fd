import { Migration } from '@mikro-orm/migrations';

/**
 * First comments end with a post that failed or was cancelled: until 0.7 they kept waiting, and were in doubt after a
 * restore. Lost disputes are stored by payment, to be added to the refunds of its order, also if they arrive before it is
 * paid. Accounts that were erased with reserved credits or unknown outcomes are erased again, which ends both.
 */
export class CommentsAndDisputes extends Migration {
  override up(): void {
    this.addSql(
      `update "first_comments" c set "state" = 'failed', "next_attempt_at" = null, "ended_at" = now(), ` +
        `"message" = 'The post failed or was cancelled.', "sentence" = '{"key": "The post failed or was cancelled.", "values": []}' ` +
        `from "publications" p where p."id" = c."publication_id" and p."state" in ('failed', 'cancelled') ` +
        `and c."state" in ('waiting', 'sending', 'unknown')`,
    );
    this.addSql(
      `update "accounts" a set "erase_at" = "erasing_at" where "erasing_at" is not null and "erase_at" is null and (` +
        `exists (select from "credit_holds" h where h."account_id" = a."id" and h."state" = 'held') ` +
        `or exists (select from "publications" p where p."account_id" = a."id" and p."state" = 'unknown'))`,
    );
    this.addSql(`alter table "stripe_events" add column "payment_intent_id" text null, add column "lost_cents" int null`);
    this.addSql(`create index "stripe_events_lost_index" on "stripe_events" ("payment_intent_id") where "lost_cents" is not null`);
  }
}
