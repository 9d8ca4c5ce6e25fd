import { Migration } from '@mikro-orm/migrations';

/** Why a standing approval from before combinations were kept has ended. */
export class StandingRecombines extends Migration {
  override up(): void {
    this.addSql(`alter table "standing_approvals" drop constraint "standing_approvals_end_reason_check"`);
    this.addSql(
      `alter table "standing_approvals" add constraint "standing_approvals_end_reason_check" check ("end_reason" in ('revoked', 'refused', 'time', 'signer_left', 'access_ended', 'recombines'))`,
    );
  }
}
