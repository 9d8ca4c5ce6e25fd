import { Migration } from '@mikro-orm/migrations';

/** What a person has said no to is known again by the words as they are seen, and by the jobs that a person called off. */
export class WordsAsSeen extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "payloads" add column "seen_hash" text null`,
  `create index "payloads_account_id_seen_hash_index" on "payloads" ("account_id", "seen_hash")`,
  `alter table "publish_jobs" add column "is_refused" boolean not null default false`,
];
