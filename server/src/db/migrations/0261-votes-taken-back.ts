import { Migration } from '@mikro-orm/migrations';

/** A vote can be taken back while nothing it allowed has gone out; it is never changed otherwise. The audit log keeps both. */
export class VotesTakenBack extends Migration {
  override up(): void {
    this.addSql(KEEP);
    this.addSql('drop trigger approval_decisions_append_only on approval_decisions');
    this.addSql(
      'create trigger approval_decisions_append_only before update or delete on approval_decisions for each row execute function keep_vote()',
    );
    this.addSql(TELL);
    this.addSql(
      'create trigger approval_decisions_taken_back after delete on approval_decisions for each row execute function tell_vote_taken_back()',
    );
  }
}

const KEEP = `
  create function keep_vote() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and not exists (
      select from publish_job_revisions r join publications p on p.job_id = r.job_id
      where r.approval_id = old.approval_id and p.superseded_at is null and p.state not in ('pending', 'cancelled')
    ) then return old; end if;
    raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
  end $$`;

const TELL = `
  create function tell_vote_taken_back() returns trigger language plpgsql as $$
  begin
    perform pg_notify('countersign_changes', json_build_object('kind', 'approval', 'workspaceId', old.workspace_id, 'id', old.approval_id)::text);
    return null;
  end $$`;
