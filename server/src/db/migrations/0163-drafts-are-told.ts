import { Migration } from '@mikro-orm/migrations';

/** What a draft shows changes with its approval and its publish job too: who follows the draft is told which one it is. */
export class DraftsAreTold extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

/** One text for one change, whoever tells it: PostgreSQL sends the same text of a transaction once. */
const told = (kind: string, row: string): string =>
  `pg_notify('countersign_changes', json_build_object('kind', ${kind}, 'workspaceId', ${row}.workspace_id, 'id', ${row}.id, 'draftId', ${row}.draft_id)::text)`;

const STATEMENTS = [
  `create function tell_change_with_draft() returns trigger language plpgsql as $$
   begin
     perform ${told('tg_argv[0]', 'new')};
     return null;
   end $$`,
  ...(
    [
      ['approvals', 'approval'],
      ['publish_jobs', 'publish_job'],
    ] as const
  ).flatMap(([table, kind]) => [
    `drop trigger ${table}_insert_told on ${table}`,
    `drop trigger ${table}_update_told on ${table}`,
    `create trigger ${table}_insert_told after insert on ${table} for each row execute function tell_change_with_draft('${kind}')`,
    `create trigger ${table}_update_told after update on ${table} for each row when (old.* is distinct from new.*) execute function tell_change_with_draft('${kind}')`,
  ]),
  `create or replace function tell_change_of_approval() returns trigger language plpgsql as $$
   declare asked approvals%rowtype;
   begin
     select * into asked from approvals where id = new.approval_id;
     perform ${told("'approval'", 'asked')};
     perform ${told("'publish_job'", 'j')} from publish_jobs j where j.draft_id = asked.draft_id and j.approval_id = asked.id;
     return null;
   end $$`,
  `create or replace function tell_change_of_job() returns trigger language plpgsql as $$
   begin
     perform ${told("'publish_job'", 'j')} from publish_jobs j where j.id = new.job_id;
     return null;
   end $$`,
  `create or replace function tell_lift_of_approval() returns trigger language plpgsql as $$
   begin
     perform ${told("'approval'", 'a')} from approvals a
       where a.draft_id = new.draft_id and a.content_hash = new.content_hash and a.state in ('pending', 'approved');
     return null;
   end $$`,
];
