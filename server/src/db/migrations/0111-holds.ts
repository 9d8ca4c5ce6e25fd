import { Migration } from '@mikro-orm/migrations';

/** A person takes back for a while what is approved and not sent. */
export class Holds extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "approvals" add column "held_at" timestamptz(3) null, add column "held_by" text null, add column "hold_reason" text null`,
  `alter table "approvals" add constraint "approvals_held_by_foreign" foreign key ("held_by") references "users" ("id") on delete set null`,
  `alter table "approvals" add constraint "approvals_hold_check" check ((held_at is null) = (hold_reason is null))`,

  // The new kind beside whatever the list has by then.
  `do $$ declare known text; begin
     select string_agg(quote_literal(r.m[1]), ', ' order by r.n) into known
       from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as r (m, n)
      where c.conname = 'notices_kind_check' and c.conrelid = 'notices'::regclass;
     alter table notices drop constraint notices_kind_check;
     execute format('alter table notices add constraint notices_kind_check check (kind in (%s, %L))', known, 'approval_held');
   end $$`,
];
