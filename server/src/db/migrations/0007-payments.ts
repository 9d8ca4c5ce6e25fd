import { Migration } from '@mikro-orm/migrations';

/** Orders that are paid by card, the events about them, and who was told that credits run low. */
export class PaymentTables extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "credit_orders" ("id" text not null, "account_id" text not null, "user_id" text not null, "product" text not null, "pieces" int not null, "credits" int not null, "amount_cents" int not null, "state" text not null, "session_id" text null, "payment_intent_id" text null, "refunded_cents" int not null default 0, "taken_back" int not null default 0, "not_taken_back" int not null default 0, "created_at" timestamptz(3) not null, "paid_at" timestamptz(3) null, primary key ("id"))`,
  `create index "credit_orders_account_id_id_index" on "credit_orders" ("account_id", "id")`,
  `alter table "credit_orders" add constraint "credit_orders_session_id_unique" unique ("session_id")`,
  `alter table "credit_orders" add constraint "credit_orders_payment_intent_id_unique" unique ("payment_intent_id")`,
  `alter table "credit_orders" add constraint "credit_orders_amount_check" check (pieces > 0 and credits > 0 and amount_cents > 0)`,
  `alter table "credit_orders" add constraint "credit_orders_refunded_check" check (refunded_cents >= 0 and refunded_cents <= amount_cents)`,
  `alter table "credit_orders" add constraint "credit_orders_taken_back_check" check (taken_back >= 0 and not_taken_back >= 0 and taken_back + not_taken_back <= credits)`,
  `alter table "credit_orders" add constraint "credit_orders_state_check" check ("state" in ('open', 'paid', 'expired'))`,
  `alter table "credit_orders" add constraint "credit_orders_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "credit_orders" add constraint "credit_orders_user_id_foreign" foreign key ("user_id") references "users" ("id")`,
  `create table "stripe_events" ("id" text not null, "type" text not null, "received_at" timestamptz(3) not null, primary key ("id"))`,
  `create table "credit_alerts" ("account_id" text not null, "unit" text not null, "low_since" timestamptz(3) not null, primary key ("account_id", "unit"))`,
  `alter table "credit_alerts" add constraint "credit_alerts_unit_check" check ("unit" in ('publication', 'autoposting'))`,
  `alter table "credit_alerts" add constraint "credit_alerts_account_id_foreign" foreign key ("account_id") references "accounts" ("id")`,
  `alter table "credit_entries" add column "order_id" text null`,
  `alter table "credit_entries" add constraint "credit_entries_order_id_foreign" foreign key ("order_id") references "credit_orders" ("id") on delete set null`,
  `create unique index credit_entries_one_purchase_unique on credit_entries (order_id) where kind = 'purchase'`,
  `alter table "notices" drop constraint "notices_kind_check"`,
  `alter table "notices" add constraint "notices_kind_check" check ("kind" in ('access_granted', 'access_reused', 'access_ended', 'key_rotated', 'member_joined', 'member_left', 'second_factor_reset', 'credits_low', 'credits_bought', 'payment_reversed'))`,
];
