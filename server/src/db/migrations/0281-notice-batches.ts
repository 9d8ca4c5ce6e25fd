import { Migration } from '@mikro-orm/migrations';

/** News is listed by batch: what one agent asks within an hour is one row. */
export class NoticeBatches extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "notices" add column "batch_id" text null, add column "agent_id" text null`,
  `alter table "notices" add constraint "notices_agent_id_foreign" foreign key ("agent_id") references "agents" ("id") on delete set null`,
  `create index "notices_agent_id_index" on "notices" ("agent_id")`,
  `create index notices_batches_index on notices (user_id, account_id, coalesce(batch_id, id), id)`,
];
