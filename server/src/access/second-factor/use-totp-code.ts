import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { matchTotpStep, totpPlace } from './totp-code.ts';
import { TotpSecret } from './totp-secret.entity.ts';

/**
 * Accepts a code of the person's app if it is right and its time step is later than that of the last accepted code,
 * so an observed code cannot be replayed.
 */
export async function useTotpCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const shared = await lockTotp(ctx, userId);
  return shared?.confirmedAt ? takeStep(ctx, shared, code) : false;
}

/** The person's row, locked: a code sent twice at once is accepted once. */
export async function lockTotp(ctx: Context, userId: string): Promise<TotpSecret | null> {
  assertTransaction(ctx);
  return ctx.em.findOne(TotpSecret, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** Whether the code is right; its time step is used up then. */
export async function takeStep(ctx: Context, shared: TotpSecret, code: string): Promise<boolean> {
  const secret = ctx.sealer.open(shared.sealedSecret, totpPlace(shared.userId));
  const step = matchTotpStep(secret, code, ctx.clock.now());
  if (step === null || (typeof shared.lastStep === 'number' && step <= shared.lastStep)) return false;
  shared.lastStep = step;
  await ctx.em.flush();
  return true;
}
