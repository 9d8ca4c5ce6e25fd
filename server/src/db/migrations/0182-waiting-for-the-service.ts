import { Migration } from '@mikro-orm/migrations';

/** A connection also rests while its network refuses the service itself. */
export class WaitingForTheService extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "connections" drop constraint "connections_rest_reason_check"`,
  `alter table "connections" add constraint "connections_rest_reason_check" check ("rest_reason" in ('quota', 'rate_limited', 'service_refused'))`,
];
