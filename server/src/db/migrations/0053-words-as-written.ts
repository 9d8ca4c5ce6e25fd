import { Migration } from '@mikro-orm/migrations';

/** What of the source a caption leaves out; and a voice that nobody has changed takes no emoji out any more. */
export class WordsAsWritten extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const FORMER_VOICE = '{"tone":"","emoji":"few","length":"medium","maxTags":null,"bannedWords":[]}';
const VOICE = '{"tone":"","emoji":"free","length":"medium","maxTags":null,"bannedWords":[]}';

const STATEMENTS = [
  `alter table "captions" add column "omissions" jsonb not null default '[]'`,
  `alter table "workspaces" alter column "voice" set default '${VOICE}'`,
  `update "workspaces" set "voice" = '${VOICE}' where "voice" = '${FORMER_VOICE}'::jsonb`,
];
