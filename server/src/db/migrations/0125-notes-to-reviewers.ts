import { Migration } from '@mikro-orm/migrations';

/** What a draft's author wants whoever decides to know. */
export class NotesToReviewers extends Migration {
  override up(): void {
    this.addSql('alter table "drafts" add column "note_to_reviewer" text null');
  }
}
