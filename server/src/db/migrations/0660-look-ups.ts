import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for what each submission, removal and job page looks up. They are built in the transaction of the migration,
 * as all are, and not concurrently: no process of this version serves before its migrations are done, the partial ones
 * contain few rows, and a million published posts are indexed in about a second.
 */
export class LookUps extends Migration {
  override up(): void {
    this.addSql(`create index publish_jobs_superseded_index on publish_jobs (superseded_by) where superseded_by is not null`);
    this.addSql(`create index publications_provider_id_index on publications (provider_id) where provider_id is not null`);
    this.addSql(`create index retractions_publication_id_id_index on retractions (publication_id, id)`);
  }
}
