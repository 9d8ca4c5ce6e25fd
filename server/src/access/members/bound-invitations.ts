import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import { say, type Words } from '../../languages/sentence.ts';
import { lockMembers } from './lock-members.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Per account and hour. */
const MOST_BY_ACCOUNT = 20;
/** Per recipient and day, across all senders. */
const MOST_TO_ADDRESS = 5;

/**
 * An invitation is unsolicited mail in this service's name, so it is limited per account and per recipient. Throws
 * `rate_limited`.
 */
export async function boundInvitations(ctx: Context, accountId: string, email: string): Promise<void> {
  // Serialises concurrent counts.
  await lockMembers(ctx, accountId);
  const now = ctx.clock.now().getTime();
  const count = async (column: 'account_id' | 'email', value: string, since: number): Promise<number> => {
    const sql = `select count(*)::int as count from invitations where ${column} = ? and created_at > ?`;
    const values = [value, new Date(since)];
    // With the owner role, outside this transaction: invitations from other accounts to the address count too.
    const rows: { count: number }[] =
      column === 'email' ? await forkAsOwner(ctx.orm).execute(sql, values) : await ctx.em.execute(sql, values);
    const [row] = rows;
    return row?.count ?? 0;
  };
  if ((await count('account_id', accountId, now - HOUR_MS)) >= MOST_BY_ACCOUNT) {
    throw tooMany(say`An account invites at most ${MOST_BY_ACCOUNT} people an hour.`, HOUR_MS);
  }
  if ((await count('email', email, now - DAY_MS)) >= MOST_TO_ADDRESS) {
    throw tooMany(say`An address can be invited at most ${MOST_TO_ADDRESS} times a day.`, DAY_MS);
  }
}

function tooMany(message: Words, waitMs: number): DomainError {
  return new DomainError('rate_limited', { message, details: { retry_after_seconds: waitMs / 1_000 } });
}
