import { Migration } from '@mikro-orm/migrations';

/** How a video is encoded, for the networks' rules. */
export class VideoTracks extends Migration {
  override up(): void {
    this.addSql(`alter table "media" add column "tracks" jsonb null`);
  }
}
