import { Migration } from '@mikro-orm/migrations';

/** Tables of content; the ledger and the audit log stay append-only. */
const CONTENT = ['caption_sets', 'captions', 'payloads', 'safety_lifts', 'settlements', 'verifications'];

/**
 * Account erasure: `erase_at` is when it is due, null if none is requested or it is complete; `erasing_at` is
 * when it began, which is final. Append-only rows may be changed once the erasure of their account has begun.
 */
export class Erasure extends Migration {
  override up(): void {
    this.addSql(`alter table "accounts" add column "erase_at" timestamp(3) with time zone null`);
    this.addSql(`alter table "accounts" add column "erasing_at" timestamp(3) with time zone null`);
    this.addSql(`alter table "accounts" add constraint "accounts_erasing_check" check ("erasing_at" is null or "state" = 'suspended')`);
    this.addSql(`create index "accounts_erase_at_index" on "accounts" ("erase_at") where "erase_at" is not null`);
    this.addSql(`create function is_being_erased(account text) returns boolean
      language sql stable set search_path to 'public', 'pg_temp' as $$
        select exists (select from accounts where id = account and erasing_at is not null)
      $$`);
    this.addSql(`create function refuse_change_unless_erased() returns trigger language plpgsql as $$
      begin
        if is_being_erased(old.account_id) then return case tg_op when 'DELETE' then old else new end; end if;
        raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
      end $$`);
    for (const table of CONTENT)
      this.addSql(
        `create or replace trigger ${table}_append_only before delete or update on ${table} for each row execute function refuse_change_unless_erased()`,
      );
    this.addSql(`create or replace function keep_vote() returns trigger language plpgsql as $$
      begin
        if is_being_erased(old.account_id) then return case tg_op when 'DELETE' then old else new end; end if;
        if tg_op = 'DELETE' and not exists (
          select from publish_job_revisions r join publications p on p.job_id = r.job_id
          where r.approval_id = old.approval_id and p.superseded_at is null and p.state not in ('pending', 'cancelled')
        ) then return old; end if;
        raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
      end $$`);
  }
}
