import { Migration } from '@mikro-orm/migrations';

/** Where a workspace wants it, a decision is signed with the person's own passkey, and the signature is kept. */
export class Signatures extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "workspaces" add column "requires_signature" boolean not null default false, add column "signed_platforms" text[] not null default '{}'`,
  `alter table "approvals" add column "requires_signature" boolean not null default false`,
  `create table "decision_signatures" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "user_id" text not null, "passkey_id" text not null, "challenge" text not null, "statement" jsonb not null, "credential_id" text not null, "public_key" text not null, "authenticator_data" text not null, "client_data_json" text not null, "signature" text not null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `alter table "decision_signatures" add constraint "decision_signatures_challenge_unique" unique ("challenge")`,
  `create index "decision_signatures_workspace_id_index" on "decision_signatures" ("workspace_id")`,
  `create index "decision_signatures_user_id_index" on "decision_signatures" ("user_id")`,
  `alter table "decision_signatures" add constraint "decision_signatures_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "decision_signatures" add constraint "decision_signatures_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  `alter table "decision_signatures" add constraint "decision_signatures_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "approval_decisions" add column "signature_id" text null`,
  `alter table "approval_decisions" add constraint "approval_decisions_signature_id_foreign" foreign key ("signature_id") references "decision_signatures" ("id")`,
  `create index "approval_decisions_signature_id_index" on "approval_decisions" ("signature_id")`,
  `alter table "webauthn_challenges" drop constraint "webauthn_challenges_purpose_check"`,
  `alter table "webauthn_challenges" add constraint "webauthn_challenges_purpose_check" check ("purpose" in ('register', 'sign_in', 'reauthenticate', 'sign'))`,
];
