import { Migration } from '@mikro-orm/migrations';

/** A finding that is lifted changes the approval of its content: whoever has that open sees it. */
export class LiftsAreTold extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create function tell_lift_of_approval() returns trigger language plpgsql as $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'approval', 'workspaceId', workspace_id, 'id', id)::text)
       from approvals where draft_id = new.draft_id and content_hash = new.content_hash and state in ('pending', 'approved');
     return null;
   end $$`,
  `create trigger safety_lifts_told after insert on safety_lifts for each row execute function tell_lift_of_approval()`,
];
