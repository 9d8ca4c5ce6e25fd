import { Migration } from '@mikro-orm/migrations';

/** How an address was proved; people confirmed before this keep null. */
export class EmailProofKept extends Migration {
  override up(): void {
    this.addSql(`alter table "users" add column "email_proof" text null`);
    this.addSql(
      `alter table "users" add constraint "users_email_proof_check" check ("email_proof" in ('set_up', 'operator', 'sign_up_mail', 'invitation_mail', 'reset_mail'))`,
    );
  }
}
