import { Migration } from '@mikro-orm/migrations';

/**
 * What hangs on a grant, an approval, a client's link or a workspace says itself whose it is, as what hangs on a draft does since 0200. A client's link
 * shows drafts of its own workspace alone, by the database's own rule.
 */
export class AccountsEverywhere extends Migration {
  override up(): void {
    for (const parent of ['grants', 'client_links']) {
      this.addSql(`drop index "${parent}_workspace_id_id_index"`);
      this.addSql(
        `alter table "${parent}" add constraint "${parent}_workspace_id_id_account_id_unique" unique ("workspace_id", "id", "account_id")`,
      );
    }
    this.belong('api_keys', 'grant_id', 'grants');
    this.belong('idempotency_keys', 'grant_id', 'grants');
    this.belong('approval_reminders', 'approval_id', 'approvals');
    this.belong('approval_turns', 'approval_id', 'approvals');
    for (const child of ['client_codes', 'client_sessions', 'client_link_tokens', 'client_link_drafts', 'client_recalls'])
      this.belong(child, 'link_id', 'client_links');
    this.lead('client_link_drafts', 'draft_id', 'drafts');
    this.lead('client_recalls', 'approval_id', 'approvals');
    for (const child of ['approvals', 'publish_jobs', 'comments']) this.lead(child, 'draft_id', 'drafts');
    for (const statement of WEEKS) this.addSql(statement);
  }

  private belong(child: string, column: string, parent: string): void {
    this.addSql(`alter table "${child}" add column "account_id" text, add column "workspace_id" text`);
    this.addSql(`alter table "${child}" disable trigger user`);
    this.addSql(
      `update "${child}" c set account_id = p.account_id, workspace_id = p.workspace_id from "${parent}" p where p.id = c."${column}"`,
    );
    this.addSql(`alter table "${child}" enable trigger user`);
    this.addSql(`alter table "${child}" alter column "account_id" set not null, alter column "workspace_id" set not null`);
    this.lead(child, column, parent);
    // Processes of the version before, which go on until they are ended, do not say it yet.
    this.addSql(
      `create trigger ${child}_belong before insert on ${child} for each row when (new.workspace_id is null) execute function fill_belonging('${column}', '${parent}')`,
    );
  }

  private lead(child: string, column: string, parent: string): void {
    this.addSql(`alter table "${child}" drop constraint "${child}_${column}_foreign"`);
    this.addSql(
      `alter table "${child}" add constraint "${child}_${column}_foreign" foreign key ("workspace_id", "${column}", "account_id") references "${parent}" ("workspace_id", "id", "account_id")`,
    );
  }
}

const WEEKS = [
  `drop index "workspaces_account_id_id_index"`,
  `alter table "workspaces" add constraint "workspaces_account_id_id_unique" unique ("account_id", "id")`,
  `alter table "weekly_summaries" add column "account_id" text`,
  `update "weekly_summaries" s set account_id = w.account_id from "workspaces" w where w.id = s.workspace_id`,
  `alter table "weekly_summaries" alter column "account_id" set not null`,
  `alter table "weekly_summaries" drop constraint "weekly_summaries_workspace_id_foreign"`,
  `alter table "weekly_summaries" add constraint "weekly_summaries_workspace_id_foreign" foreign key ("account_id", "workspace_id") references "workspaces" ("account_id", "id")`,
  `create function fill_account() returns trigger language plpgsql as $$
   begin
     select account_id into new.account_id from workspaces where id = new.workspace_id;
     return new;
   end $$`,
  `create trigger weekly_summaries_belong before insert on weekly_summaries for each row when (new.account_id is null) execute function fill_account()`,
];
