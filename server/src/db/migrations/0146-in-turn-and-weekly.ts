import { Migration } from '@mikro-orm/migrations';

/** People may be asked one after another, and hear once a week what the last one was like. */
export class InTurnAndWeekly extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "workspaces" add column "ask_in_turn" text[] not null default '{}', add column "turn_hours" int not null default 4`,
  `alter table "workspaces" add constraint "workspaces_turn_hours_check" check (turn_hours >= 1 and turn_hours <= 168)`,
  `create table "approval_turns" ("approval_id" text not null, "turn" int not null, primary key ("approval_id", "turn"))`,
  `alter table "approval_turns" add constraint "approval_turns_approval_id_foreign" foreign key ("approval_id") references "approvals" ("id")`,
  `create table "weekly_summaries" ("user_id" text not null, "workspace_id" text not null, "week" date not null, primary key ("user_id", "workspace_id", "week"))`,
  `alter table "weekly_summaries" add constraint "weekly_summaries_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "weekly_summaries" add constraint "weekly_summaries_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,

  // The new kind beside whatever the list has by then.
  `do $$ declare known text; begin
     select string_agg(quote_literal(r.m[1]), ', ' order by r.n) into known
       from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as r (m, n)
      where c.conname = 'notices_kind_check' and c.conrelid = 'notices'::regclass;
     alter table notices drop constraint notices_kind_check;
     execute format('alter table notices add constraint notices_kind_check check (kind in (%s, %L))', known, 'weekly_summary');
   end $$`,
];
