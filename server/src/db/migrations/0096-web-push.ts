import { Migration } from '@mikro-orm/migrations';

/** Browsers and phones that people want to be told on, and the key that they know the service by. */
export class WebPush extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "push_devices" ("id" text not null, "user_id" text not null, "session_id" text not null, "endpoint_hash" text not null, "sealed_subscription" text not null, "name" text not null, "created_at" timestamptz(3) not null, primary key ("id"))`,
  `create index "push_devices_user_id_index" on "push_devices" ("user_id")`,
  `alter table "push_devices" add constraint "push_devices_endpoint_hash_unique" unique ("endpoint_hash")`,
  `alter table "push_devices" add constraint "push_devices_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `create table "service_keys" ("name" text not null, "public_key" text not null, "sealed_private_key" text not null, "created_at" timestamptz(3) not null, primary key ("name"))`,
];
