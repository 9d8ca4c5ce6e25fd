import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../db/advisory-lock.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { COUNT, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { say, type Words } from '../../languages/sentence.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Per account and hour. */
const MOST_BY_ACCOUNT = 60;
/** Per account, recipient and day. */
const MOST_TO_ADDRESS = 10;
/**
 * Per recipient and day, across all accounts: far above the limit of one account, so no account blocks an address for
 * others.
 */
const MOST_TO_ADDRESS_BY_ALL = 100;

/**
 * A client link is unsolicited mail in this service's name, so it is limited per account and per recipient. Throws
 * `rate_limited`.
 */
export async function boundLinks(ctx: Context, accountId: string, email: string): Promise<void> {
  // Serialises concurrent counts.
  await lockUntilCommit(ctx.em, `client_links/${accountId}`);
  const now = ctx.clock.now().getTime();
  const [own] = await query(
    ctx.em,
    tables
      .selectFrom('client_links')
      .select([
        sql<number>`count(*) filter (where created_at > ${new Date(now - HOUR_MS)})::int`.as('hour'),
        sql<number>`count(*) filter (where email = ${email})::int`.as('address'),
      ])
      .where('account_id', '=', accountId)
      .where('created_at', '>', new Date(now - DAY_MS)),
  );
  if ((own?.hour ?? 0) >= MOST_BY_ACCOUNT) throw tooMany(say`An account shares at most ${MOST_BY_ACCOUNT} times an hour.`, HOUR_MS);
  if ((own?.address ?? 0) >= MOST_TO_ADDRESS)
    throw tooMany(say`An account can send at most ${MOST_TO_ADDRESS} links a day to one address.`, DAY_MS);
  // With the owner role, outside this transaction: links from other accounts to the address count too.
  const [all] = await query(
    forkAsOwner(ctx.orm),
    tables
      .selectFrom('client_links')
      .select(COUNT)
      .where('email', '=', email)
      .where('created_at', '>', new Date(now - DAY_MS)),
  );
  if ((all?.count ?? 0) >= MOST_TO_ADDRESS_BY_ALL) throw tooMany(say`To this address nothing more is sent today.`, DAY_MS);
}

function tooMany(message: Words, waitMs: number): DomainError {
  return new DomainError('rate_limited', { message, details: { retry_after_seconds: waitMs / 1_000 } });
}
