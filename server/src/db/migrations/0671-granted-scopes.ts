import { Migration } from '@mikro-orm/migrations';

/** What people allowed at the sign-in; of earlier sign-ins, nothing is known. */
export class GrantedScopes extends Migration {
  override up(): void {
    this.addSql(`alter table "connections" add column "granted_scopes" text[] null`);
  }
}
