import { Migration } from '@mikro-orm/migrations';

/** A workspace's settings: quiet hours, slots, who decides, its voice; and the policy as it stood on each approval. */
export class Planning extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "workspaces" add column "revision" int not null default 1, add column "quiet_hours" jsonb not null default '[]', add column "posting_slots" jsonb not null default '[]', add column "deciders" text not null default 'owners_and_approvers', add column "approval_hours" int not null default 336, add column "moves_ask_again" boolean not null default true, add column "voice" jsonb not null default '{"tone":"","emoji":"few","length":"medium","maxTags":null,"bannedWords":[]}', add column "blocked_terms" text[] not null default '{}', add column "denied_hosts" text[] not null default '{}'`,
  `alter table "workspaces" add constraint "workspaces_deciders_check" check ("deciders" in ('owners', 'owners_and_approvers'))`,
  `alter table "workspaces" add constraint "workspaces_approval_hours_check" check (approval_hours >= 1 and approval_hours <= 8760)`,
  `alter table "approvals" add column "deciders" text not null default 'owners_and_approvers', add column "refuses_self_approval" boolean not null default false`,
  `alter table "approvals" add constraint "approvals_deciders_check" check ("deciders" in ('owners', 'owners_and_approvers'))`,
  `update "approvals" a set "refuses_self_approval" = w."refuses_self_approval" from "workspaces" w where w."id" = a."workspace_id" and a."state" = 'pending'`,
  `alter table "publish_jobs" add column "quiet_until" timestamptz(3) null`,
  `create index drafts_scheduled_index on drafts (workspace_id, scheduled_at, id) where scheduled_at is not null`,
  `create index "drafts_grant_id_id_index" on "drafts" ("grant_id", "id")`,
  `create index drafts_search_index on drafts using gin (to_tsvector('simple', left(source_text, 20000)))`,
];
