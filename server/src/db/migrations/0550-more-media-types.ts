import { Migration } from '@mikro-orm/migrations';

/** Animated pictures and documents as media. */
export class MoreMediaTypes extends Migration {
  override up(): void {
    this.addSql(`alter table "renditions" drop constraint "renditions_mime_type_check"`);
    this.addSql(
      `alter table "renditions" add constraint "renditions_mime_type_check"
       check ("mime_type" in ('image/jpeg', 'image/png', 'image/gif', 'video/mp4', 'video/quicktime', 'video/webm', 'application/pdf'))`,
    );
  }
}
