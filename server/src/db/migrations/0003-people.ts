import { Migration } from '@mikro-orm/migrations';

/** People's side: second factors, passkeys, invitations, and what their sessions remember. */
export class People extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "notices" drop constraint "notices_kind_check"`,
  `alter table "notices" add constraint "notices_kind_check" check ("kind" in ('access_granted', 'access_reused', 'member_joined'))`,
  `alter table "sessions" add column "address" text null, add column "last_seen_at" timestamptz(3) null, add column "reauthenticated_at" timestamptz(3) null`,
  `create table "totp_secrets" ("user_id" text not null, "sealed_secret" text not null, "created_at" timestamptz(3) not null, "confirmed_at" timestamptz(3) null, "last_step" int null, primary key ("user_id"))`,
  `create table "recovery_codes" ("code_hash" text not null, "user_id" text not null, "created_at" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("code_hash"))`,
  `create index "recovery_codes_user_id_index" on "recovery_codes" ("user_id")`,
  `create table "sign_in_steps" ("token_hash" text not null, "user_id" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("token_hash"))`,
  `create index "sign_in_steps_user_id_index" on "sign_in_steps" ("user_id")`,
  `create index "sign_in_steps_expires_at_index" on "sign_in_steps" ("expires_at")`,
  `create table "passkeys" ("id" text not null, "user_id" text not null, "credential_id" text not null, "public_key" text not null, "counter" bigint not null, "transports" text[] not null, "name" text not null, "created_at" timestamptz(3) not null, "last_used_at" timestamptz(3) null, primary key ("id"))`,
  `create index "passkeys_user_id_index" on "passkeys" ("user_id")`,
  `alter table "passkeys" add constraint "passkeys_credential_id_unique" unique ("credential_id")`,
  `create table "webauthn_challenges" ("challenge_hash" text not null, "purpose" text not null, "session_id" text null, "expires_at" timestamptz(3) not null, primary key ("challenge_hash"))`,
  `create index "webauthn_challenges_expires_at_index" on "webauthn_challenges" ("expires_at")`,
  `alter table "webauthn_challenges" add constraint "webauthn_challenges_purpose_check" check ("purpose" in ('register', 'sign_in', 'reauthenticate'))`,
  `create table "invitations" ("id" text not null, "account_id" text not null, "email" text not null, "role" text not null, "token_hash" text not null, "invited_by_user_id" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "accepted_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, primary key ("id"))`,
  `create index "invitations_account_id_id_index" on "invitations" ("account_id", "id")`,
  `create unique index invitations_one_open_unique on invitations (account_id, email) where accepted_at is null and revoked_at is null`,
  `alter table "invitations" add constraint "invitations_token_hash_unique" unique ("token_hash")`,
  `alter table "invitations" add constraint "invitations_email_lower_check" check (email = lower(email))`,
  `alter table "invitations" add constraint "invitations_role_check" check ("role" in ('owner', 'approver', 'viewer'))`,
  `alter table "totp_secrets" add constraint "totp_secrets_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
  `alter table "recovery_codes" add constraint "recovery_codes_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "sign_in_steps" add constraint "sign_in_steps_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "passkeys" add constraint "passkeys_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "invitations" add constraint "invitations_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "invitations" add constraint "invitations_invited_by_user_id_foreign" foreign key ("invited_by_user_id") references "users" ("id")`,
];
