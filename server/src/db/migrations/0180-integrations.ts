import { Migration } from '@mikro-orm/migrations';

/** Programs that people let read for themselves. Every grant and request that is there is an agent's. */
export class Integrations extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "grant_requests" add column "kind" text not null default 'agent'`,
  `alter table "grant_requests" add constraint "grant_requests_kind_check" check ("kind" in ('agent', 'integration'))`,
  `alter table "grants" add column "person_user_id" text null`,
  `alter table "grants" add constraint "grants_person_user_id_foreign" foreign key ("person_user_id") references "users" ("id") on delete restrict`,
  `alter table "grants" add constraint "grants_integration_check" check (person_user_id is null or (scopes = '{read}' and expires_at is not null))`,
  `create index "grants_person_user_id_index" on "grants" ("person_user_id")`,
];
