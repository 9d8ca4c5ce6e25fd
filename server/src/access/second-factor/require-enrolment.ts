import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import type { PersonActor } from '../authorise.ts';
import { Passkey } from '../passkeys/passkey.entity.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { hasTotp } from './second-factor-queries.ts';

/**
 * Requires a person who has just signed in, before a passkey or an app is added. Where a second factor is mandatory,
 * an existing one must have been used: otherwise the password alone would be enough to add another.
 */
export async function requireEnrolment(ctx: Context): Promise<PersonActor> {
  const actor = await requireRecentSignIn(ctx);
  if (!actor.lacksSecondFactor) return actor;
  if ((await hasTotp(ctx, actor.userId)) || (await ctx.em.count(Passkey, { userId: actor.userId })) > 0) {
    throw new DomainError('second_factor_required', { message: say`Show the second factor that you have, before you add another one.` });
  }
  return actor;
}
