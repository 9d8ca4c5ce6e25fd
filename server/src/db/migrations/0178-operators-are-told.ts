import { Migration } from '@mikro-orm/migrations';

/** Operators are told of what only they can put right, as customers are of what is theirs. */
export class OperatorsAreTold extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const KINDS = ['signups_waiting', 'service_stopped', 'service_restored', 'service_late', 'launch_unsigned', 'network_refused']
  .map((kind) => `'${kind}'`)
  .join(', ');

const STATEMENTS = [
  `create table "service_matters" ("id" text not null, "kind" text not null, "message" text not null, "opened_at" timestamptz(3) not null, "told_at" timestamptz(3) null, "ended_at" timestamptz(3) null, primary key ("id"))`,
  `alter table "service_matters" add constraint "service_matters_kind_check" check ("kind" in (${KINDS}))`,

  `alter table "notices" alter column "account_id" drop not null`,
  // The new kinds beside whatever the list has by then.
  `do $$ declare known text; begin
     select string_agg(quote_literal(r.m[1]), ', ' order by r.n) into known
       from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as r (m, n)
      where c.conname = 'notices_kind_check' and c.conrelid = 'notices'::regclass;
     alter table notices drop constraint notices_kind_check;
     execute format($f$alter table notices add constraint notices_kind_check check (kind in (%s, ${KINDS}))$f$, known);
   end $$`,

  // What is of no account is told wherever its person has a console open.
  `create or replace function tell_notice() returns trigger language plpgsql as $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'notice', 'workspaceId', w.id, 'id', new.id)::text)
       from workspaces w where (new.workspace_id is null or w.id = new.workspace_id)
         and (w.account_id = new.account_id
           or new.account_id is null and w.account_id in (select m.account_id from memberships m where m.user_id = new.user_id));
     return null;
   end $$`,
];
