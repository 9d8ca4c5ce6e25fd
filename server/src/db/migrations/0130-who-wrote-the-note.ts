import { Migration } from '@mikro-orm/migrations';

/** Whoever writes what a decider should know is named with it; older notes are the draft's author's. */
export class WhoWroteTheNote extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "drafts" add column "note_grant_id" text null, add column "note_user_id" text null`,
  `alter table "drafts" add constraint "drafts_note_grant_id_foreign" foreign key ("note_grant_id") references "grants" ("id") on delete set null`,
  `alter table "drafts" add constraint "drafts_note_user_id_foreign" foreign key ("note_user_id") references "users" ("id") on delete set null`,
];
