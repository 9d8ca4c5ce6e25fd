import { Migration } from '@mikro-orm/migrations';

/** The uploaded size of a picture that was reduced; null for earlier pictures. */
export class ReducedPictures extends Migration {
  override up(): void {
    this.addSql(`alter table "media" add column "original_width" integer null, add column "original_height" integer null`);
  }
}
