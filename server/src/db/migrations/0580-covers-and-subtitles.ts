import { Migration } from '@mikro-orm/migrations';

/** The cover and the subtitles of a video. */
export class CoversAndSubtitles extends Migration {
  override up(): void {
    this.addSql(
      `alter table "media"
         add column "cover_media_id" text null,
         add column "cover_at_ms" integer null,
         add column "subtitles_media_id" text null,
         add column "subtitles_language" text null,
         add column "words" text null,
         add constraint "media_cover_media_id_foreign" foreign key ("cover_media_id") references "media" ("id") on delete set null,
         add constraint "media_subtitles_media_id_foreign" foreign key ("subtitles_media_id") references "media" ("id") on delete set null`,
    );
    // For checking both references when a picture is removed.
    this.addSql(`create index "media_cover_media_id_index" on "media" ("cover_media_id")`);
    this.addSql(`create index "media_subtitles_media_id_index" on "media" ("subtitles_media_id")`);
    this.addSql(`alter table "renditions" drop constraint "renditions_mime_type_check"`);
    this.addSql(
      `alter table "renditions" add constraint "renditions_mime_type_check"
       check ("mime_type" in ('image/jpeg', 'image/png', 'image/gif', 'video/mp4', 'video/quicktime', 'video/webm', 'application/pdf',
                              'text/vtt', 'application/x-subrip'))`,
    );
  }
}
