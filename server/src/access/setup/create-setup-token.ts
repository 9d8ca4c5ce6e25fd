import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { User } from '../user.entity.ts';
import { SetupToken } from './setup-token.entity.ts';

/** Short, so a link in an old log is of no use. */
export const SETUP_LINK_LIFE_MS = 24 * 3_600_000;
/** Processes that start within this time print the same link; a later one prints a new one. */
const SAME_LINK_MS = 12 * 3_600_000;

/** The token of the one-time link, the same in every process, or null once there is an operator. */
export async function createSetupToken(ctx: Context): Promise<string | null> {
  assertTransaction(ctx);
  await lockSetup(ctx);
  if (await ctx.em.count(User, { isOperator: true })) return null;
  const since = new Date(ctx.clock.now().getTime() - SAME_LINK_MS);
  const made = await ctx.em.findOne(SetupToken, { createdAt: { $gt: since } });
  if (made && made.tokenHash === ctx.sealer.hash('setup', tokenOf(ctx, made.createdAt))) return tokenOf(ctx, made.createdAt);
  const createdAt = ctx.clock.now();
  const token = tokenOf(ctx, createdAt);
  await ctx.em.nativeDelete(SetupToken, {});
  await ctx.em.insert(SetupToken, { tokenHash: ctx.sealer.hash('setup', token), createdAt });
  return token;
}

/** Derived from the master key, so processes need no communication and the database alone grants nothing. */
function tokenOf({ sealer }: Context, createdAt: Date): string {
  return Buffer.from(sealer.hash('setup-link', createdAt.toISOString()), 'hex').toString('base64url');
}

/** Serialises creating and using a link: several processes may start at once, and there is only one first person. */
export async function lockSetup(ctx: Context): Promise<void> {
  await ctx.em.execute('lock table setup_tokens in exclusive mode');
}
