import { Migration } from '@mikro-orm/migrations';

/** Says on a channel of the database what changed, in the transaction that changed it: nothing is told that was rolled back. */
export class Desk extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

/** Tables with a workspace of their own, and what their rows are called on the channel. */
const WATCHED = {
  approvals: 'approval',
  drafts: 'draft',
  publish_jobs: 'publish_job',
  connections: 'connection',
  grants: 'grant',
} as const;

const STATEMENTS = [
  // What the queue is sorted, filtered and searched by stands in its own rows, so that every page is read from one index.
  `alter table "approvals" add column "platforms" text[] not null default '{}', add column "agent_id" text null, add column "words" text not null default '', add column "has_findings" boolean not null default false, add column "scheduled_at" timestamptz(3) null, add column "due_at" timestamptz(3) not null default now()`,
  `alter table "approvals" add constraint "approvals_agent_id_foreign" foreign key ("agent_id") references "agents" ("id") on delete set null`,
  `update "approvals" a set "platforms" = d.platforms, "agent_id" = g.agent_id, "words" = left(d.source_text, 2000), "scheduled_at" = d.scheduled_at, "due_at" = coalesce(d.scheduled_at, a.created_at) from "drafts" d left join "grants" g on g.id = d.grant_id where d.id = a.draft_id`,
  `alter table "approvals" alter column "platforms" drop default, alter column "words" drop default, alter column "due_at" drop default`,
  `create index "approvals_workspace_id_state_due_at_id_index" on "approvals" ("workspace_id", "state", "due_at", "id")`,
  `create index "approvals_workspace_id_state_agent_id_id_index" on "approvals" ("workspace_id", "state", "agent_id", "id")`,
  `create index approvals_with_findings_index on approvals (workspace_id, state, id) where has_findings`,
  `create index approvals_platforms_index on approvals using gin (platforms) where state = 'pending'`,
  `create index approvals_words_index on approvals using gin (to_tsvector('simple', words))`,
  // A time may be moved without asking again; the queue goes by the time of today.
  `create function follow_schedule() returns trigger language plpgsql as $$
   begin
     update approvals set scheduled_at = new.scheduled_at, due_at = coalesce(new.scheduled_at, created_at)
       where draft_id = new.id and state in ('pending', 'approved');
     return null;
   end $$`,
  `create trigger drafts_schedule_told after update of scheduled_at on drafts for each row when (old.scheduled_at is distinct from new.scheduled_at) execute function follow_schedule()`,

  `create function tell_change() returns trigger language plpgsql as $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', tg_argv[0], 'workspaceId', new.workspace_id, 'id', new.id)::text);
     return null;
   end $$`,
  ...Object.entries(WATCHED).flatMap(([table, kind]) => [
    `create trigger ${table}_insert_told after insert on ${table} for each row execute function tell_change('${kind}')`,
    `create trigger ${table}_update_told after update on ${table} for each row when (old.* is distinct from new.*) execute function tell_change('${kind}')`,
  ]),

  // What one of several approvers decided changes the approval, and how a publication goes changes its job.
  `create function tell_change_of_approval() returns trigger language plpgsql as $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'approval', 'workspaceId', workspace_id, 'id', id)::text)
       from approvals where id = new.approval_id;
     return null;
   end $$`,
  `create trigger approval_decisions_told after insert on approval_decisions for each row execute function tell_change_of_approval()`,
  `create function tell_change_of_job() returns trigger language plpgsql as $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'publish_job', 'workspaceId', workspace_id, 'id', id)::text)
       from publish_jobs where id = new.job_id;
     return null;
   end $$`,
  `create trigger publications_told after update on publications for each row when (old.state is distinct from new.state) execute function tell_change_of_job()`,

  // Whoever loses a right is looked at again at once: a stream that stands open must not outlive it.
  `create function tell_access() returns trigger language plpgsql as $$
   begin
     perform pg_notify('countersign_changes', json_build_object('kind', 'access', 'id', case tg_table_name
       when 'sessions' then to_jsonb(old) ->> 'user_id'
       when 'memberships' then to_jsonb(old) ->> 'user_id'
       when 'grants' then to_jsonb(old) ->> 'id'
       when 'api_keys' then to_jsonb(old) ->> 'grant_id' end)::text);
     return null;
   end $$`,
  `create trigger sessions_access_told after delete or update of expires_at on sessions for each row execute function tell_access()`,
  `create trigger memberships_access_told after delete or update on memberships for each row execute function tell_access()`,
  `create trigger grants_access_told after update on grants for each row execute function tell_access()`,
  `create trigger api_keys_access_told after update of expires_at, revoked_at on api_keys for each row execute function tell_access()`,
  `create trigger accounts_access_told after update of state on accounts for each row execute function tell_access()`,
];
