import { Migration } from '@mikro-orm/migrations';

/** Pending approvals with their own stages: the navigation counts them, and they are few among many. */
export class StagedApprovals extends Migration {
  override up(): void {
    this.addSql(`create index approvals_staged_index on approvals (workspace_id, id) where state = 'pending' and stages <> '[]'`);
  }
}
