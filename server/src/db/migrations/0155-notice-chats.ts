import { Migration } from '@mikro-orm/migrations';

/** Chats elsewhere in which people want to be told. */
export class NoticeChats extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "notice_chats" ("id" text not null, "user_id" text not null, "kind" text not null, "name" text not null, "address_hash" text not null, "sealed_address" text not null, "created_at" timestamptz(3) not null, "stopped_at" timestamptz(3) null, primary key ("id"))`,
  `alter table "notice_chats" add constraint "notice_chats_kind_check" check ("kind" in ('slack', 'discord', 'telegram'))`,
  `create index "notice_chats_user_id_index" on "notice_chats" ("user_id")`,
  `alter table "notice_chats" add constraint "notice_chats_address_hash_unique" unique ("address_hash")`,
  `alter table "notice_chats" add constraint "notice_chats_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `alter table "notice_deliveries" drop constraint "notice_deliveries_channel_check"`,
  `alter table "notice_deliveries" add constraint "notice_deliveries_channel_check" check ("channel" in ('mail', 'push', 'chat'))`,
];
