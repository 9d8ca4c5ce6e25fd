import { Migration } from '@mikro-orm/migrations';

/** Jobs that are held while the rest of them is out are few, and the sweep looks for those whose approval has run out. */
export class HalfOutJobs extends Migration {
  override up(): void {
    this.addSql(`create index publish_jobs_half_out_index on publish_jobs (id) where state = 'blocked' and went_out_at is not null`);
  }
}
