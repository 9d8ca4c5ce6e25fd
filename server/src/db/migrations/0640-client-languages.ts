import { Migration } from '@mikro-orm/migrations';

/** The language in which a client is written to. */
export class ClientLanguages extends Migration {
  override up(): void {
    this.addSql(
      `alter table client_links add column language text,
         add constraint client_links_language_check check (language in ('en', 'de', 'fr', 'es', 'pt', 'ar'))`,
    );
  }
}
