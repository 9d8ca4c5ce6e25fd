import { Migration } from '@mikro-orm/migrations';

/** Videos as media: their duration, and the types of their bytes. */
export class Videos extends Migration {
  override up(): void {
    this.addSql(`alter table "media" add column "seconds" integer null`);
    this.addSql(`alter table "renditions" drop constraint "renditions_mime_type_check"`);
    this.addSql(
      `alter table "renditions" add constraint "renditions_mime_type_check"
       check ("mime_type" in ('image/jpeg', 'image/png', 'video/mp4', 'video/quicktime', 'video/webm'))`,
    );
  }
}
