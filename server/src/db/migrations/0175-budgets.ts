import { Migration } from '@mikro-orm/migrations';

/** What a workspace may use in a month; a hold says whose it is. */
export class Budgets extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "workspaces" add column "credits_per_month" int null`,
  `alter table "workspaces" add constraint "workspaces_credits_per_month_check" check (credits_per_month >= 1 and credits_per_month <= 100000)`,
  `create index workspaces_budgets_index on workspaces (id) where credits_per_month is not null`,
  `alter table "credit_holds" add column "workspace_id" text null`,
  `alter table "credit_holds" add constraint "credit_holds_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id")`,
  // Only what a budget can still be asked about: a month, wherever it begins, and a day.
  `update credit_holds h set workspace_id = j.workspace_id from publications p join publish_jobs j on j.id = p.job_id
   where p.id = h.publication_id and h.created_at >= now() - interval '32 days'`,
  `create index "credit_holds_workspace_id_created_at_index" on "credit_holds" ("workspace_id", "created_at")`,
];
