import { Migration } from '@mikro-orm/migrations';

/** A client decides once by each link, threads are read newest first, and what is said again by a retry is kept once. */
export class ClientsAgain extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  // That an address decides once by the links that work, decideApproval() sees to behind the lock of the draft.
  `alter table "approval_decisions" drop constraint "approval_decisions_approval_id_client_email_unique"`,
  `alter table "approval_decisions" add constraint "approval_decisions_approval_id_client_link_id_unique" unique ("approval_id", "client_link_id")`,
  `create index "comments_thread_id_id_index" on "comments" ("thread_id", "id")`,
  `alter table "comments" add column "client_key" text null`,
  `alter table "comments" add constraint "comments_client_link_id_client_key_unique" unique ("client_link_id", "client_key")`,
];
