import { Migration } from '@mikro-orm/migrations';

/** Whose address is whose, ways back from a lost password, and the chain that holds the chains of all accounts. */
export class ProvedPeople extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "users" add column "email_confirmed_at" timestamptz(3) null`,
  // People from before were let in by an operator or by each other, and nobody doubted it.
  `update "users" set "email_confirmed_at" = "created_at"`,
  `create table "password_resets" ("token_hash" text not null, "user_id" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "is_mailed" boolean not null, primary key ("token_hash"))`,
  `create index "password_resets_user_id_index" on "password_resets" ("user_id")`,
  `create index "password_resets_expires_at_index" on "password_resets" ("expires_at")`,
  `alter table "password_resets" add constraint "password_resets_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `create index "invitations_email_index" on "invitations" ("email")`,

  `create table "audit_rolls" ("seq" int not null, "account_id" text not null, "account_seq" int not null, "account_hash" text not null, "prev_hash" text not null, "hash" text not null, primary key ("seq"))`,
  `create index "audit_rolls_account_id_account_seq_index" on "audit_rolls" ("account_id", "account_seq")`,
  `create trigger audit_rolls_append_only before update or delete on audit_rolls for each row execute function refuse_change()`,
  `create trigger audit_rolls_never_emptied before truncate on audit_rolls for each statement execute function refuse_change()`,
];
