import { Migration } from '@mikro-orm/migrations';

/** A person may sign beforehand for posts that follow a template; a request says by which of these it was approved, and for which day. */
export class StandingApprovals extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "standing_approvals" ("id" text not null, "account_id" text not null, "workspace_id" text not null, "agent_id" text not null, "state" text not null, "template" jsonb not null, "template_hash" text not null, "decided" int not null, "signed" int not null, "per_day" int not null, "credits" int not null, "time_zone" text not null, "created_at" timestamptz(3) not null, "signed_by" text null, "signed_at" timestamptz(3) null, "ends_at" timestamptz(3) null, "closed_at" timestamptz(3) null, "closed_by" text null, "end_reason" text null, primary key ("id"))`,
  `alter table "standing_approvals" add constraint "standing_approvals_state_check" check ("state" in ('proposed', 'declined', 'lapsed', 'active', 'ended'))`,
  `alter table "standing_approvals" add constraint "standing_approvals_end_reason_check" check ("end_reason" in ('revoked', 'refused', 'time', 'signer_left', 'access_ended'))`,
  `alter table "standing_approvals" add constraint "standing_approvals_signed_check" check ((state in ('active', 'ended')) = (signed_by is not null and signed_at is not null and ends_at is not null))`,
  `alter table "standing_approvals" add constraint "standing_approvals_ended_check" check ((state = 'ended') = (end_reason is not null) and (state in ('proposed', 'active')) = (closed_at is null))`,
  `alter table "standing_approvals" add constraint "standing_approvals_limits_check" check (per_day >= 1 and per_day <= 20 and credits >= 1 and credits <= 500 and ends_at > signed_at)`,
  `create index "standing_approvals_workspace_id_state_id_index" on "standing_approvals" ("workspace_id", "state", "id")`,
  `create index "standing_approvals_agent_id_index" on "standing_approvals" ("agent_id")`,
  `create unique index standing_approvals_one_open_unique on standing_approvals (workspace_id, agent_id, template_hash) where state in ('proposed', 'active')`,
  ...(
    [
      ['account_id', 'accounts'],
      ['workspace_id', 'workspaces'],
      ['agent_id', 'agents'],
      ['signed_by', 'users'],
      ['closed_by', 'users'],
    ] as const
  ).map(
    ([column, table]) =>
      `alter table "standing_approvals" add constraint "standing_approvals_${column}_foreign" foreign key ("${column}") references "${table}" ("id")`,
  ),
  `alter table "workspaces" add column "has_standing" boolean not null default false`,
  `alter table "approvals" add column "standing_id" text null, add column "standing_day" date null`,
  `alter table "approvals" add constraint "approvals_standing_check" check ((standing_id is null) = (standing_day is null))`,
  `alter table "approvals" add constraint "approvals_standing_id_foreign" foreign key ("standing_id") references "standing_approvals" ("id")`,
  `create index approvals_standing_index on approvals (standing_id, standing_day) where standing_id is not null`,
  `create index approvals_judged_index on approvals (closed_at) where state = 'approved' and agent_id is not null and standing_id is null`,
  `alter table "approval_decisions" add column "standing_id" text null`,
  `alter table "approval_decisions" add constraint "approval_decisions_standing_id_foreign" foreign key ("standing_id") references "standing_approvals" ("id")`,
  `create index "approval_decisions_standing_id_index" on "approval_decisions" ("standing_id")`,
  `alter table "approval_decisions" drop constraint "approval_decisions_by_check"`,
  `alter table "approval_decisions" add constraint "approval_decisions_by_check" check (num_nonnulls(user_id, client_link_id, standing_id) = 1 and (client_link_id is null) = (client_email is null) and (standing_id is null or decision = 'approved' and signature_id is null))`,

  // The new kinds beside whatever the list has by then.
  `do $$ declare known text; begin
     select string_agg(quote_literal(r.m[1]), ', ' order by r.n) into known
       from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as r (m, n)
      where c.conname = 'notices_kind_check' and c.conrelid = 'notices'::regclass;
     alter table notices drop constraint notices_kind_check;
     execute format('alter table notices add constraint notices_kind_check check (kind in (%s, %L, %L))', known, 'standing_proposed', 'standing_ended');
   end $$`,
];
