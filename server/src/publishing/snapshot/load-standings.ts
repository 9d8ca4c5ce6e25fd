import type { AccountState } from '../../access/account.entity.ts';
import type { Context } from '../../context.ts';
import type { Subject } from './subject.ts';

/** How a draft and its account stand now. */
export interface Standing {
  accountState: AccountState;
  /** The draft's content as it stands today; null before there is any. */
  contentHash: string | null;
}

/** By draft id. One query, however many. */
export async function loadStandings(ctx: Context, subjects: readonly Subject[]): Promise<Map<string, Standing>> {
  const rows = await ctx.em.execute<{ id: string; content_hash: string | null; state: AccountState }[]>(
    'select d.id, d.content_hash, a.state from drafts d join accounts a on a.id = d.account_id where d.id in (?)',
    [[...new Set(subjects.map(({ draftId }) => draftId))]],
  );
  return new Map(rows.map(({ id, content_hash: contentHash, state }) => [id, { accountState: state, contentHash }]));
}
