import { Migration } from '@mikro-orm/migrations';

/** The encoding of videos, for the networks' rules. */
export class VideoTracks extends Migration {
  override up(): void {
    this.addSql(`alter table "media" add column "tracks" jsonb null`);
  }
}
