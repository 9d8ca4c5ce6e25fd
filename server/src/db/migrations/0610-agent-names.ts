import { Migration } from '@mikro-orm/migrations';

/** The list of agents can be searched by name. */
export class AgentNames extends Migration {
  override up(): void {
    this.addSql(`create index agents_search_index on agents using gin (to_tsvector('simple', name))`);
  }
}
