import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { guardGuess } from './guard-guess.ts';
import { isPassword } from './password.ts';
import { User } from './user.entity.ts';

/** Proof that the person behind the session has just shown who they are. Only reauthenticate() makes one. */
export interface Reauthentication {
  userId: string;
  sessionId: string;
  at: Date;
}

const MOST_ATTEMPTS = 10;

/**
 * Asks for the password again before something weighty, so that a borrowed session is not enough.
 * To be called before the transaction: it counts attempts and takes its time. Throws
 * `reauthentication_failed` or `rate_limited`.
 */
export async function reauthenticate(ctx: Context, password: string): Promise<Reauthentication> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  if (actor.kind !== 'user') throw new DomainError('insufficient_role', { message: 'Only a person can do this.' });
  const buckets = [{ name: `reauthenticate/person/${actor.userId}`, most: MOST_ATTEMPTS }];
  const user = await guardGuess(ctx, buckets, async (em) => {
    const found = await em.findOne(User, { id: actor.userId });
    return (await isPassword(password, found?.passwordHash ?? null)) ? found : null;
  });
  if (!user) throw new DomainError('reauthentication_failed');
  return { userId: actor.userId, sessionId: actor.sessionId, at: ctx.clock.now() };
}
