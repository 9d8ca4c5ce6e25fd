import { Migration } from '@mikro-orm/migrations';

/** When the first post of a job went out stands with the job, so that what is out can be listed in that order. Readers are told nothing of it. */
export class WentOut extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "publish_jobs" add column "went_out_at" timestamptz(3) null`,
  `alter table "publish_jobs" disable trigger user`,
  `update "publish_jobs" j set "went_out_at" = p.at
    from (select job_id, min(coalesce(published_at, created_at)) as at from "publications"
      where state = 'published' and superseded_at is null group by job_id) p
    where p.job_id = j.id`,
  `alter table "publish_jobs" enable trigger user`,
  `create index publish_jobs_went_out_index on publish_jobs (workspace_id, went_out_at, id) where went_out_at is not null`,
];
