import { Migration } from '@mikro-orm/migrations';

/** The name that a client gave for the record; null for earlier decisions. */
export class ClientNames extends Migration {
  override up(): void {
    this.addSql(`alter table "approval_decisions" add column "client_name" text null`);
    this.addSql(
      `alter table "approval_decisions" add constraint "approval_decisions_client_name_check" check (client_name is null or client_link_id is not null)`,
    );
  }
}
