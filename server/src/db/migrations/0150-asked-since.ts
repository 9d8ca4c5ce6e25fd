import { Migration } from '@mikro-orm/migrations';

/** Turns are counted from when the people of a stage are asked, each stage's own. */
export class AskedSince extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "approvals" add column "asked_since" timestamptz(3) null`,
  `alter table "approval_turns" add column "asked_since" timestamptz(3) null`,
  `update "approval_turns" t set "asked_since" = a."created_at" from "approvals" a where a."id" = t."approval_id"`,
  `alter table "approval_turns" alter column "asked_since" set not null`,
  `alter table "approval_turns" drop constraint "approval_turns_pkey"`,
  `alter table "approval_turns" add primary key ("approval_id", "asked_since", "turn")`,
];
