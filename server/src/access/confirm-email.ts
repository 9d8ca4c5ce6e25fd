import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { requireOperator } from './authorise.ts';
import { readEmail } from './read-person.ts';
import { User } from './user.entity.ts';

/** An operator confirms that the address belongs to this person: the only way where no mail is configured. */
export async function confirmEmail(ctx: Context, address: string): Promise<{ userId: string }> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const email = readEmail(address, '/email');
  const user = await ctx.em.findOne(User, { email });
  if (!user) throw new DomainError('not_found', { message: `No person has the e-mail address ${email}.` });
  if (!user.emailConfirmedAt) {
    await ctx.em.nativeUpdate(User, { id: user.id }, { emailConfirmedAt: ctx.clock.now(), emailProof: 'operator' });
    await recordAudit(ctx, { accountId: null, action: 'email.confirmed', subjectId: user.id, details: { by: 'operator' } });
  }
  return { userId: user.id };
}
