import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/walls/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import { countGuess, requireRoom } from '../attempts/limit-guesses.ts';
import { type PersonActor, requirePerson } from '../authorise.ts';
import { type Assertion, openAssertion, usePasskey } from '../passkeys/use-passkey.ts';
import { isPassword } from '../passwords/password.ts';
import { useTotpCode } from '../second-factor/use-totp-code.ts';
import { User } from '../user.entity.ts';
import { noteFailedSignIn } from './note-failed-sign-in.ts';
import { FRESH_MS, freshUntil } from './require-recent-sign-in.ts';
import { Session } from './session.entity.ts';

/** Proof that the person behind the session has just shown who they are. Only this file makes one. */
export interface Reauthentication {
  userId: string;
  sessionId: string;
  at: Date;
}

/** What somebody shows: exactly one of these. */
export type IdentityProof =
  | { password: string }
  /** Of the authenticator app. */
  | { code: string }
  /** As the browser answers beginPasskeyReauthentication(). */
  | { passkey: unknown };

const MOST_ATTEMPTS = 10;

/**
 * Has the person show again who they are, before something weighty, so that a borrowed session is
 * not enough; their session counts as fresh for five minutes then. To be called before the
 * transaction: it counts attempts and takes its time. Throws `reauthentication_failed` or
 * `rate_limited`.
 */
export async function reauthenticate(ctx: Context, proof: IdentityProof): Promise<Reauthentication> {
  const actor = requirePerson(ctx);
  const at = ctx.clock.now();
  const buckets = [{ name: `reauthenticate/person/${actor.userId}`, most: MOST_ATTEMPTS }];
  await requireRoom(ctx, buckets);
  const isShown = await readProof(ctx, actor, proof);
  const session = await countGuess(ctx, buckets, async (tx) => {
    if (!(await isShown(tx))) {
      await noteFailedSignIn(tx, { userId: actor.userId, address: null, by: 'reauthentication' });
      return null;
    }
    await tx.em.nativeUpdate(Session, { id: actor.sessionId }, { reauthenticatedAt: at });
    return actor.sessionId;
  });
  if (!session) throw new DomainError('reauthentication_failed', { message: FAILURES[kindOf(proof)] });
  return { userId: actor.userId, sessionId: actor.sessionId, at };
}

/** The proof of a session that is fresh already. Throws `reauthentication_required`. */
export async function recentReauthentication(ctx: Context): Promise<Reauthentication> {
  const { userId, sessionId } = requirePerson(ctx);
  const until = await freshUntil(ctx, sessionId);
  if (!until) throw new DomainError('reauthentication_required');
  return { userId, sessionId, at: new Date(until.getTime() - FRESH_MS) };
}

const FAILURES = {
  password: 'This needs your password again, and it does not match.',
  code: 'The code is not right, or it was used before.',
  passkey: 'The passkey was not accepted.',
} as const;

function kindOf(proof: IdentityProof): keyof typeof FAILURES {
  if ('password' in proof) return 'password';
  return 'code' in proof ? 'code' : 'passkey';
}

/** The check of the proof, to be made where attempts are counted; what takes long is done already. */
async function readProof(ctx: Context, actor: PersonActor, proof: IdentityProof): Promise<(own: Context) => Promise<boolean>> {
  const { userId, sessionId } = actor;
  if ('password' in proof) {
    // Requests cannot read it.
    const person = await forkAsOwner(ctx.orm).findOne(User, { id: userId }, { populate: ['passwordHash'] });
    const isRight = await isPassword(proof.password, person?.passwordHash ?? null, 'known');
    return async () => isRight;
  }
  if ('code' in proof) return (own) => useTotpCode(own, userId, proof.code);
  const assertion = await openOrNull(ctx, proof.passkey, sessionId);
  return async (own) => assertion !== null && (await usePasskey(own, assertion))?.userId === userId;
}

/** An answer without a challenge of this session is a wrong guess like any other, and counts. */
async function openOrNull(ctx: Context, answer: unknown, sessionId: string): Promise<Assertion | null> {
  try {
    return await openAssertion(ctx, answer, { purpose: 'reauthenticate', sessionId });
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === 'passkey_refused') return null;
    throw thrown;
  }
}
