import { Migration } from '@mikro-orm/migrations';

/** Something may be approved in stages, one after the other. */
export class Stages extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "workspaces" add column "stages" jsonb not null default '[]'`,
  `alter table "approvals" add column "stages" jsonb not null default '[]'`,
  `alter table "approval_decisions" add column "stage" text null`,
];
