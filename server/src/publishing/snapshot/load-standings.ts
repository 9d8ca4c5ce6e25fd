import type { AccountState } from '../../access/account.entity.ts';
import type { Part } from '../../db/read-together.ts';
import { partOf } from '../../db/read-together.ts';
import { anyOf, type Places, prepared, tables } from '../../db/tables.ts';
import type { SubjectIds } from './subject.ts';

/** The current state of a draft and its account. */
export interface Standing {
  accountState: AccountState;
  /** The draft's current content; null before there is any. */
  contentHash: string | null;
}

interface StandingRow {
  id: string;
  content_hash: string | null;
  state: AccountState;
}

const STANDINGS = prepared(({ drafts }: Places<Pick<SubjectIds, 'drafts'>>) =>
  tables
    .selectFrom('drafts as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .select(['d.id', 'd.content_hash', 'a.state'])
    .where('d.id', '=', anyOf(drafts)),
);

export const standingsPart = (ids: SubjectIds): Part<StandingRow> => partOf(STANDINGS(ids));

/** By draft id. */
export function standingsFrom(rows: readonly StandingRow[]): Map<string, Standing> {
  return new Map(rows.map(({ id, content_hash: contentHash, state }) => [id, { accountState: state, contentHash }]));
}
