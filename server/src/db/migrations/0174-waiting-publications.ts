import { Migration } from '@mikro-orm/migrations';

/** What waits is found every minute and counted for the operator, however much has been published. */
export class WaitingPublications extends Migration {
  override up(): void {
    this.addSql(`create index publications_waiting_index on publications (job_id) where state = 'pending'`);
  }
}
