import { Migration } from '@mikro-orm/migrations';

/** What rows say to people, kept with its values so that it can be said in other languages; rows from before stand as they are. */
export class SentencesInRows extends Migration {
  override up(): void {
    for (const [table, column] of COLUMNS) this.addSql(`alter table "${table}" add column "${column}" jsonb null`);
  }
}

const COLUMNS = [
  ['approvals', 'reason_sentence'],
  ['attempts', 'sentence'],
  ['connections', 'health_sentence'],
  ['link_cards', 'missing_sentence'],
  ['publications', 'failure_sentence'],
];
