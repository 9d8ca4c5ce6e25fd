import { Migration } from '@mikro-orm/migrations';

/** Posts to the sandbox cost no credits. */
export class FreePosts extends Migration {
  override up(): void {
    this.addSql(`alter table "publications" drop constraint "publications_credits_check"`);
    this.addSql(`alter table "publications" add constraint "publications_credits_check" check ("credits" >= 0)`);
  }
}
