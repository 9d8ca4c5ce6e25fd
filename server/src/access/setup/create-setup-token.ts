import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { User } from '../user.entity.ts';
import { SetupToken } from './setup-token.entity.ts';

/** The token of a new one-time link, or null once there is an operator. Older links stop working. */
export async function createSetupToken(ctx: Context): Promise<string | null> {
  assertTransaction(ctx);
  await lockSetup(ctx);
  if (await ctx.em.count(User, { isOperator: true })) return null;
  const token = randomBytes(32).toString('base64url');
  await ctx.em.nativeDelete(SetupToken, {});
  await ctx.em.insert(SetupToken, { tokenHash: ctx.sealer.hash('setup', token), createdAt: ctx.clock.now() });
  return token;
}

/** One at a time makes or uses a link: several processes may start at once, and only one person can be the first. */
export async function lockSetup(ctx: Context): Promise<void> {
  await ctx.em.execute('lock table setup_tokens in exclusive mode');
}
