import { Migration } from '@mikro-orm/migrations';

/** The jobs of one platform, and what is out there, are found by it: a rare one was looked for in all jobs there ever were. */
export class JobsOnAPlatform extends Migration {
  override up(): void {
    this.addSql(
      'create index publications_platform_index on publications (workspace_id, platform, state, job_id) where superseded_at is null',
    );
  }
}
