import { Migration } from '@mikro-orm/migrations';

/** How the work of each agent was judged in the last weeks: what was asked then, and not all that a workspace was ever asked. */
export class AgentsByWeek extends Migration {
  override up(): void {
    this.addSql(
      'create index approvals_of_agents_index on approvals (workspace_id, created_at) where agent_id is not null and standing_id is null',
    );
  }
}
