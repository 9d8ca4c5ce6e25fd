import { Migration } from '@mikro-orm/migrations';

/** The erasure of a client replaces their address and removes their name in decisions, which otherwise never change; readings of posts name what was compared; challenges and calls in progress are found among an endpoint’s deliveries. */
export class ErasedClients extends Migration {
  override up(): void {
    this.addSql(`alter table "verifications" add column "compared" text[] null, add column "not_readable" text[] null`);
    this.addSql(
      `create index "webhook_deliveries_challenges_index" on "webhook_deliveries" ("endpoint_id") where state = 'pending' and kind = 'challenge'`,
    );
    this.addSql(
      `create index "webhook_deliveries_leased_index" on "webhook_deliveries" ("endpoint_id", "leased_until") where state = 'pending' and leased_until is not null`,
    );
    this.addSql(`create or replace function keep_vote() returns trigger language plpgsql as $$
      begin
        if is_being_erased(old.account_id) then return case tg_op when 'DELETE' then old else new end; end if;
        if tg_op = 'DELETE' and not exists (
          select from publish_job_revisions r join publications p on p.job_id = r.job_id
          where r.approval_id = old.approval_id and p.superseded_at is null and p.state not in ('pending', 'cancelled')
        ) then return old; end if;
        if tg_op = 'UPDATE' and new.client_email like 'erased-%@erased.invalid' and new.client_name is null
          and to_jsonb(new) - '{client_email,client_name}'::text[] = to_jsonb(old) - '{client_email,client_name}'::text[]
        then return new; end if;
        raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
      end $$`);
  }
}
