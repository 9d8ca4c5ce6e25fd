import { Migration } from '@mikro-orm/migrations';

/** A standing approval may be signed with a passkey. */
export class SignedStanding extends Migration {
  override up(): void {
    this.addSql(`alter table "standing_approvals" add column "signature_id" text null`);
    this.addSql(
      `alter table "standing_approvals" add constraint "standing_approvals_signature_id_foreign" foreign key ("signature_id") references "decision_signatures" ("id")`,
    );
  }
}
