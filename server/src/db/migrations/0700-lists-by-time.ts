import { Migration } from '@mikro-orm/migrations';

/** Jobs that are due, and those that failed, are listed in the order of that time. */
export class ListsByTime extends Migration {
  override up(): void {
    this.addSql(
      `create index publish_jobs_going_out_index on publish_jobs (workspace_id, coalesce(scheduled_at, '-infinity'), id) ` +
        `where state in ('ready', 'queued', 'publishing')`,
    );
    this.addSql(
      `create index publish_jobs_failed_index on publish_jobs (workspace_id, updated_at, id) ` +
        `where state in ('failed', 'partially_published')`,
    );
  }
}
