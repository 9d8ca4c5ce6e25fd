import { Migration } from '@mikro-orm/migrations';

/**
 * What hangs on a draft, a job or an approval says itself whose it is, so that its wall is asked without a look at its parent; a foreign key of
 * account, workspace and id holds it to what the parent says.
 */
export class RowsSayWhoseTheyAre extends Migration {
  override up(): void {
    this.addSql(FILL);
    for (const parent of ['drafts', 'publish_jobs', 'approvals']) this.addSql(`drop index "${parent}_workspace_id_id_index"`);
    for (const parent of ['drafts', 'publish_jobs', 'approvals']) this.beFound(parent);
    this.belong('draft_authors', 'draft_id', 'drafts');
    this.belong('caption_sets', 'draft_id', 'drafts');
    this.beFound('caption_sets');
    this.belong('captions', 'caption_set_id', 'caption_sets');
    this.belong('payloads', 'draft_id', 'drafts');
    this.belong('approval_decisions', 'approval_id', 'approvals');
    this.belong('publish_job_revisions', 'job_id', 'publish_jobs');
    this.belong('publications', 'job_id', 'publish_jobs');
    this.beFound('publications');
    this.belong('attempts', 'publication_id', 'publications');
  }

  /** By the three columns that lead to it; lists go by them too. */
  private beFound(table: string): void {
    this.addSql(
      `alter table "${table}" add constraint "${table}_workspace_id_id_account_id_unique" unique ("workspace_id", "id", "account_id")`,
    );
  }

  private belong(child: string, column: string, parent: string): void {
    const foreign = `"${child}_${column}_foreign"`;
    this.addSql(`alter table "${child}" add column if not exists "account_id" text, add column "workspace_id" text`);
    // What is append-only says so by a trigger; others tell of changes that these are not.
    this.addSql(`alter table "${child}" disable trigger user`);
    this.addSql(
      `update "${child}" c set account_id = p.account_id, workspace_id = p.workspace_id from "${parent}" p where p.id = c."${column}"`,
    );
    this.addSql(`alter table "${child}" enable trigger user`);
    this.addSql(`alter table "${child}" alter column "account_id" set not null, alter column "workspace_id" set not null`);
    this.addSql(`alter table "${child}" drop constraint if exists "${child}_account_id_foreign", drop constraint ${foreign}`);
    this.addSql(
      `alter table "${child}" add constraint ${foreign} foreign key ("workspace_id", "${column}", "account_id") references "${parent}" ("workspace_id", "id", "account_id")`,
    );
    this.addSql(
      `create or replace trigger ${child}_belong before insert on ${child} for each row when (new.workspace_id is null) execute function fill_belonging('${column}', '${parent}')`,
    );
  }
}

/** Processes of the version before, which go on until they are ended, do not say it yet. */
const FILL = `
  create or replace function fill_belonging() returns trigger language plpgsql as $$
  begin
    execute format('select account_id, workspace_id from %I where id = $1', tg_argv[1])
      into new.account_id, new.workspace_id using to_jsonb(new) ->> tg_argv[0];
    return new;
  end $$`;
