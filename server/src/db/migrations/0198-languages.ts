import { Migration } from '@mikro-orm/migrations';

/** In which language people are spoken to where no request says it, and what they were told, kept so that it can be said in it. */
export class Languages extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  ...['users', 'signups'].flatMap((table) => [
    `alter table "${table}" add column "language" text null`,
    `alter table "${table}" add constraint "${table}_language_check" check ("language" in ('en', 'de', 'fr', 'es', 'pt', 'ar'))`,
  ]),
  `alter table "notices" add column "sentence" jsonb null`,
  `alter table "service_matters" add column "sentence" jsonb null`,
];
