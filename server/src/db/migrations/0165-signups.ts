import { Migration } from '@mikro-orm/migrations';

/** Who asks for an account where the operator has opened the sign-up. */
export class Signups extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "signups" ("id" text not null, "email" text not null, "state" text not null, "token_hash" text null, "name" text null, "workspace_name" text null, "time_zone" text null, "password_hash" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "asked_at" timestamptz(3) null, "told_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "account_id" text null, primary key ("id"))`,
  `create index "signups_email_index" on "signups" ("email")`,
  `create index "signups_state_id_index" on "signups" ("state", "id")`,
  `create unique index signups_one_waiting_unique on signups (email) where state = 'waiting'`,
  `alter table "signups" add constraint "signups_token_hash_unique" unique ("token_hash")`,
  `alter table "signups" add constraint "signups_state_check" check ("state" in ('mailed', 'waiting', 'approved', 'refused', 'expired'))`,
  `alter table "signups" add constraint "signups_email_lower_check" check (email = lower(email))`,
  `alter table "signups" add constraint "signups_link_check" check ((state = 'mailed') = (token_hash is not null))`,
  `alter table "signups" add constraint "signups_password_check" check ((state = 'waiting') = (password_hash is not null))`,
  `alter table "signups" add constraint "signups_asked_check" check (state = 'mailed' or (asked_at is not null and name is not null and workspace_name is not null))`,
  `alter table "signups" add constraint "signups_account_check" check ((state = 'approved') = (account_id is not null))`,
  `alter table "signups" add constraint "signups_ended_check" check ((state in ('approved', 'refused', 'expired')) = (ended_at is not null))`,
  `alter table "signups" add constraint "signups_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
];
