import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import type { PersonActor } from '../authorise.ts';
import { Passkey } from '../passkeys/passkey.entity.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { hasTotp } from './second-factor-queries.ts';

/**
 * Who adds a passkey or an app: somebody who has just signed in. Where a second factor is required, it is no way around the one that they
 * have: a password alone would otherwise be enough to make another.
 */
export async function requireEnrolment(ctx: Context): Promise<PersonActor> {
  const actor = await requireRecentSignIn(ctx);
  if (!actor.lacksSecondFactor) return actor;
  if ((await hasTotp(ctx, actor.userId)) || (await ctx.em.count(Passkey, { userId: actor.userId })) > 0) {
    throw new DomainError('second_factor_required', { message: say`Show the second factor that you have, before you add another one.` });
  }
  return actor;
}
