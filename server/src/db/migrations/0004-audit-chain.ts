import { Migration } from '@mikro-orm/migrations';

/** The audit log as a chain for each account, which shows what was changed behind the service's back. */
export class AuditChain extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // Only a database from before this migration has rows here; they were never sealed, and verifying says so.
  `alter table "audit_entries" add column "mac" text not null default ''`,
  `alter table "audit_entries" alter column "mac" drop default`,
  `create table "audit_links" ("account_id" text not null, "seq" int not null, "entry_id" text not null, "entry_mac" text not null, "prev_hash" text not null, "hash" text not null, primary key ("account_id", "seq"))`,
  `alter table "audit_links" add constraint "audit_links_entry_id_unique" unique ("entry_id")`,
  `create table "audit_heads" ("account_id" text not null, "seq" int not null, "hash" text not null, "mac" text not null, primary key ("account_id"))`,
  `create trigger audit_links_append_only before update or delete on audit_links for each row execute function refuse_change()`,
  `create function refuse_going_back() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and new.account_id = old.account_id and new.seq > old.seq then return new; end if;
     raise exception '% only goes forward', tg_table_name using errcode = 'integrity_constraint_violation';
   end $$`,
  `create trigger audit_heads_forward_only before update or delete on audit_heads for each row execute function refuse_going_back()`,
  ...['audit_entries', 'audit_links', 'audit_heads'].map(
    (table) => `create trigger ${table}_never_emptied before truncate on ${table} for each statement execute function refuse_change()`,
  ),
];
