import { Migration } from '@mikro-orm/migrations';

/** Whether the person of the request is an owner of the account; used by the row policy for changes of roles. */
export class RolesByOwners extends Migration {
  override up(): void {
    this.addSql(`create function is_own_account(account text) returns boolean
      language plpgsql stable set search_path to 'public', 'pg_temp' as $$
      begin
        return exists (
          select from memberships m
           where m.account_id = account and m.role = 'owner' and m.user_id = nullif(current_setting('app.user_id', true), '')
        );
      end $$`);
  }
}
