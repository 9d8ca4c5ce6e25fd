import { Migration } from '@mikro-orm/migrations';

/** The network's own settings of a post, by name: who can watch a video, for example. */
export class NetworkSettings extends Migration {
  override up(): void {
    this.addSql(`alter table "captions" add column "settings" jsonb not null default '{}'`);
  }
}
