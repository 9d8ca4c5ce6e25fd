import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { requireOperator } from './authorise.ts';
import { personByEmail } from './people.ts';
import { User } from './user.entity.ts';

/** An operator confirms that the address belongs to this person: the only way where no mail is configured. */
export async function confirmEmail(ctx: Context, address: string): Promise<{ userId: string }> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const user = await personByEmail(ctx, address);
  if (!user.emailConfirmedAt) {
    await ctx.em.nativeUpdate(User, { id: user.id }, { emailConfirmedAt: ctx.clock.now(), emailProof: 'operator' });
    await recordAudit(ctx, { accountId: null, action: 'email.confirmed', subjectId: user.id, details: { by: 'operator' } });
  }
  return { userId: user.id };
}
