import { Migration } from '@mikro-orm/migrations';

/** Chats that refuse messages: how often in a row, and with which words. */
export class RefusingChats extends Migration {
  override up(): void {
    this.addSql(`alter table notice_chats add column refusals integer not null default 0, add column fault text`);
  }
}
