import { Migration } from '@mikro-orm/migrations';

/** The weight that a workspace gives to the safety checks, and what people let go out in spite of them. */
export class Words extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "workspaces" add column "safety" jsonb not null default '{"weights":{},"repeatDays":30,"aiDisclosure":null}'`,
  `create table "safety_lifts" ("id" text not null, "account_id" text not null, "draft_id" text not null, "content_hash" text not null, "finding_id" text not null, "reason" text not null, "user_id" text not null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "safety_lifts" add constraint "safety_lifts_draft_id_content_hash_finding_id_unique" unique ("draft_id", "content_hash", "finding_id")`,
  `alter table "safety_lifts" add constraint "safety_lifts_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "safety_lifts" add constraint "safety_lifts_draft_id_foreign" foreign key ("draft_id") references "drafts" ("id")`,
  `alter table "safety_lifts" add constraint "safety_lifts_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `create trigger safety_lifts_append_only before update or delete on safety_lifts for each row execute function refuse_change()`,
];
