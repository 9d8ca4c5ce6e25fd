import { Migration } from '@mikro-orm/migrations';

/** Stop switches for a workspace and the whole service, and what has been used of each platform's limits. */
export class StopsAndQuotas extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "workspaces" add column "paused_at" timestamptz(3) null`,
  `create table "service_switches" ("id" text not null, "stopped_at" timestamptz(3) null, "stopped_by" text null, "reason" text null, primary key ("id"))`,
  `insert into "service_switches" ("id") values ('publishing')`,
  `alter table "connections" add column "rests_until" timestamptz(3) null, add column "rest_reason" text null`,
  `alter table "connections" add constraint "connections_rest_reason_check" check ("rest_reason" in ('quota', 'rate_limited'))`,
  `create table "quota_uses" ("subject" text not null, "per_seconds" int not null, "slot_at" timestamptz(3) not null, "used" int not null, primary key ("subject", "per_seconds", "slot_at"))`,
];
