import { Migration } from '@mikro-orm/migrations';

/** The size of a picture as it was handed in, where it was reduced; null for pictures from before. */
export class ReducedPictures extends Migration {
  override up(): void {
    this.addSql(`alter table "media" add column "original_width" integer null, add column "original_height" integer null`);
  }
}
