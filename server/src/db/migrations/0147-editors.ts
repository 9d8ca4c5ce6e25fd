import { Migration } from '@mikro-orm/migrations';

/** Somebody who writes and does not decide. */
export class Editors extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = ['memberships', 'invitations'].flatMap((table) => [
  `alter table "${table}" drop constraint "${table}_role_check"`,
  `alter table "${table}" add constraint "${table}_role_check" check ("role" in ('owner', 'approver', 'editor', 'viewer'))`,
]);
