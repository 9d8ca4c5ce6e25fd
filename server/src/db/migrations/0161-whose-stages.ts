import { Migration } from '@mikro-orm/migrations';

/** A request goes through the stages of every agent whose words are in it, not of its maker's alone; what waits does so from now on. */
export class WhoseStages extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "approvals" add column "agent_ids" text[] not null default '{}'`,
  `update "approvals" set "agent_ids" = array["agent_id"] where "agent_id" is not null`,
  `update "approvals" a set "agent_ids" = array(
     select a."agent_id" where a."agent_id" is not null
     union select g."agent_id" from "draft_authors" o join "grants" g on g."id" = o."grant_id"
       where o."draft_id" = d."id" and o."revision" > d."vouched_revision"
     union select g."agent_id" from "publish_jobs" j join "grants" g on g."id" = j."grant_id" where j."approval_id" = a."id")
   from "drafts" d where d."id" = a."draft_id" and a."state" = 'pending'`,
];
