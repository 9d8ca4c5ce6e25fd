import { Migration } from '@mikro-orm/migrations';

/**
 * Whether something between a reader's number and today is kept no longer is asked of all events of a workspace, also of those that
 * are another agent's alone. So the oldest number is found by a function of the owner's, which keeps to the caller's wall by itself.
 */
export class OldestEvents extends Migration {
  override up(): void {
    this.addSql(`create function oldest_event(wanted_workspace text) returns integer language plpgsql stable security definer as $$
      begin
        return (
          select e.sequence from events e
          where e.workspace_id = wanted_workspace
            and (current_setting('role') <> 'countersign_tenant'
              or e.account_id = any (string_to_array(current_setting('app.account_ids', true), ','))
                 and coalesce(nullif(current_setting('app.workspace_id', true), ''), e.workspace_id) = e.workspace_id)
          order by e.sequence limit 1);
      end $$`);
    // Nothing of a session's own can stand in for what it names.
    this.addSql(`do $$ begin execute format('alter function oldest_event set search_path = %I, pg_temp', current_schema()); end $$`);
  }
}
