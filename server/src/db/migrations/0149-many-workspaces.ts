import { Migration } from '@mikro-orm/migrations';

/** An account has as many workspaces as the operator lets it have, and puts those away that it needs no more. */
export class ManyWorkspaces extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "accounts" add column "most_workspaces" int not null default 10`,
  `alter table "accounts" add constraint "accounts_most_workspaces_check" check (most_workspaces >= 1 and most_workspaces <= 1000)`,
  `alter table "workspaces" add column "archived_at" timestamptz(3) null`,
  `alter table "workspaces" add constraint "workspaces_archived_check" check (archived_at is null or paused_at is not null)`,

  // The new kinds beside whatever the list has by then.
  `do $$ declare known text; begin
     select string_agg(quote_literal(r.m[1]), ', ' order by r.n) into known
       from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as r (m, n)
      where c.conname = 'notices_kind_check' and c.conrelid = 'notices'::regclass;
     alter table notices drop constraint notices_kind_check;
     execute format('alter table notices add constraint notices_kind_check check (kind in (%s, %L, %L))', known, 'workspace_archived', 'workspace_restored');
   end $$`,
];
