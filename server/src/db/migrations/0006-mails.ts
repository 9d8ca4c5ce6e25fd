import { Migration } from '@mikro-orm/migrations';

/** Messages on their way to a mail server, and notices for one person alone. */
export class Mails extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "mails" ("id" text not null, "account_id" text null, "sealed_message" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "failed_at" timestamptz(3) null, primary key ("id"))`,
  `create index "mails_expires_at_index" on "mails" ("expires_at")`,
  `alter table "mails" add constraint "mails_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete set null`,
  `alter table "notices" drop constraint "notices_kind_check"`,
  `alter table "notices" add constraint "notices_kind_check" check ("kind" in ('access_granted', 'access_reused', 'access_ended', 'key_rotated', 'member_joined', 'member_left', 'second_factor_reset'))`,
  `alter table "notices" add column "user_id" text null`,
  `alter table "notices" add constraint "notices_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null`,
];
