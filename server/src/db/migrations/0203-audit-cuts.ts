import { Migration } from '@mikro-orm/migrations';

/** The oldest part of the audit log may go where a sealed record says up to where; everything else of it is refused as before. */
export class AuditCuts extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

/** Once for a statement and not for each of its rows; entries go before their links, which say where they stood. */
const guard = (table: string, isBehind: string): string[] => [
  `drop trigger ${table}_append_only on ${table}`,
  `create trigger ${table}_append_only before update on ${table} for each row execute function refuse_change()`,
  `create function refuse_${table}_kept() returns trigger language plpgsql as $$
   begin
     if exists (select from gone where not exists (${isBehind})) then
       raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
     end if;
     return null;
   end $$`,
  `do $$ begin execute format('alter function refuse_${table}_kept set search_path = %I, pg_temp', current_schema()); end $$`,
  `create trigger ${table}_kept after delete on ${table} referencing old table as gone for each statement execute function refuse_${table}_kept()`,
];

const STATEMENTS = [
  `create table "audit_cuts" ("account_id" text not null, "seq" int not null, "hash" text not null, "kept_from" timestamptz(3) not null, "mac" text not null, primary key ("account_id"))`,
  `create trigger audit_cuts_forward_only before update or delete on audit_cuts for each row execute function refuse_going_back()`,
  `create trigger audit_cuts_never_emptied before truncate on audit_cuts for each statement execute function refuse_change()`,
  ...guard(
    'audit_entries',
    'select from audit_links l join audit_cuts c on c.account_id = l.account_id where l.entry_id = gone.id and l.seq <= c.seq',
  ),
  ...guard('audit_links', 'select from audit_cuts c where c.account_id = gone.account_id and c.seq >= gone.seq'),
  ...guard('audit_rolls', `select from audit_cuts c where c.account_id = 'rolls' and c.seq >= gone.seq`),
];
