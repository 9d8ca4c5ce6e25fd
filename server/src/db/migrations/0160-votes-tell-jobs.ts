import { Migration } from '@mikro-orm/migrations';

/** What one of several approvers decided is shown by the publish job too, so whoever follows the job hears of it. */
export class VotesTellJobs extends Migration {
  override up(): void {
    this.addSql(`create or replace function tell_change_of_approval() returns trigger language plpgsql as $$
      declare told approvals%rowtype;
      begin
        select * into told from approvals where id = new.approval_id;
        perform pg_notify('countersign_changes', json_build_object('kind', 'approval', 'workspaceId', told.workspace_id, 'id', told.id)::text);
        perform pg_notify('countersign_changes', json_build_object('kind', 'publish_job', 'workspaceId', workspace_id, 'id', id)::text)
          from publish_jobs where draft_id = told.draft_id and approval_id = told.id;
        return null;
      end $$`);
  }
}
