import { Migration } from '@mikro-orm/migrations';

/** What waits is found by its account, page after page; an approval knows why it was asked for again. */
export class Waiting extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'drop index publish_jobs_waiting_index',
  "create index publish_jobs_waiting_index on publish_jobs (account_id, id) where state in ('blocked', 'ready')",
  "create index publish_jobs_on_their_way_index on publish_jobs (account_id) where state in ('queued', 'publishing')",
  'alter table "approvals" add column "reason" text null',
];
