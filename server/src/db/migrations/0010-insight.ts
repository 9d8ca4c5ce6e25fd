import { Migration } from '@mikro-orm/migrations';

/** What a person settled, the gates as they stood at each try, and the indexes for looking back. */
export class Insight extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // Null for tries from before this migration: how the gates stood then is only in the audit log.
  `alter table "attempts" add column "gates" jsonb null`,
  `create table "settlements" ("id" text not null, "account_id" text not null, "publication_id" text not null, "user_id" text not null, "verdict" text not null, "reason" text not null, "evidence_url" text null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "settlements" add constraint "settlements_publication_id_unique" unique ("publication_id")`,
  `alter table "settlements" add constraint "settlements_verdict_check" check ("verdict" in ('published', 'not_published'))`,
  `alter table "settlements" add constraint "settlements_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "settlements" add constraint "settlements_publication_id_foreign" foreign key ("publication_id") references "publications" ("id")`,
  `alter table "settlements" add constraint "settlements_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `create trigger settlements_append_only before update or delete on settlements for each row execute function refuse_change()`,
  `create index "audit_entries_account_id_action_id_index" on "audit_entries" ("account_id", "action", "id")`,
  `create index "audit_entries_account_id_actor_id_id_index" on "audit_entries" ("account_id", "actor_id", "id")`,
  `create index credit_entries_use_index on credit_entries (account_id, created_at) where kind = 'settle'`,
];
