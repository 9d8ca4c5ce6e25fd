import { Migration } from '@mikro-orm/migrations';

/** Which master key the database belongs to, and that the service is held after a restore. */
export class Backups extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "installations" ("id" text not null, "key_check" text not null, primary key ("id"))`,
  `alter table "service_switches" add column "restored_at" timestamptz(3) null, add column "backup_at" timestamptz(3) null, add column "doubted_at" timestamptz(3) null`,
];
