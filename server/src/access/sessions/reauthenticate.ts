import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { countGuess, requireAttemptsLeft } from '../attempt-limit.ts';
import { type PersonActor, requirePerson } from '../authorise.ts';
import { type Assertion, openAssertion, usePasskey } from '../passkeys/passkey-assertion.ts';
import { isPassword } from '../passwords/password.ts';
import { hasTotp } from '../second-factor/second-factors.ts';
import { useTotpCode } from '../second-factor/totp-code.ts';
import { User } from '../user.entity.ts';
import { noteFailedSignIn } from './failed-sign-ins.ts';
import { FRESH_MS, freshUntil, requireRecentSignIn } from './require-recent-sign-in.ts';
import { Session } from './session.entity.ts';
import type { StartedSession } from './sessions.ts';

/** Proof that the session's person has just confirmed their identity. Only this file creates one. */
export interface Reauthentication {
  userId: string;
  sessionId: string;
  at: Date;
  /** For the cookie; null if the session keeps its token. */
  renewed: StartedSession | null;
}

/** Whether the caller can send a new token to the browser: the previous one then expires everywhere. */
interface Renewal {
  renews?: boolean;
}

/** What a person presents; exactly one of these. */
export type IdentityProof =
  /** With a code of the authenticator app if that is set up. */
  | { password: string; code?: string }
  /** The browser's response to beginPasskeyReauthentication(). */
  | { passkey: unknown };

const MOST_ATTEMPTS = 10;

/**
 * Confirms the person's identity before a sensitive action, so a borrowed session is not enough; the session then
 * counts as recently signed in for five minutes. Call it before the transaction: it counts attempts and is slow.
 * Throws `reauthentication_failed` or `rate_limited`.
 */
export async function reauthenticate(ctx: Context, proof: IdentityProof, { renews = false }: Renewal = {}): Promise<Reauthentication> {
  const actor = requirePerson(ctx);
  const at = ctx.clock.now();
  await requireBoth(ctx, actor, proof);
  const isStrong = 'passkey' in proof || proof.code !== undefined;
  const fresh = { reauthenticatedAt: at, ...(isStrong && { secondFactorAt: at }) };
  const token = renews ? randomBytes(32).toString('base64url') : null;
  let renewed: StartedSession | null = null;
  await guess(ctx, actor, proof, async (tx) => {
    await tx.em.nativeUpdate(Session, { id: actor.sessionId }, fresh);
    if (token) renewed = { token, expiresAt: await renewToken(tx, actor.sessionId, token) };
  });
  return { userId: actor.userId, sessionId: actor.sessionId, at, renewed };
}

/** Returns the session's expiry, which stays unchanged. */
async function renewToken(tx: Context, sessionId: string, token: string): Promise<Date> {
  const [row] = await query(
    tx.em,
    tables
      .updateTable('sessions')
      .set(({ ref }) => ({
        previous_token_hash: ref('token_hash'),
        token_hash: tx.sealer.hash('session', token),
        token_renewed_at: tx.clock.now(),
      }))
      .where('id', '=', sessionId)
      .returning('expires_at'),
  );
  // Ended in the meantime.
  if (!row) throw new DomainError('unauthenticated');
  return new Date(row.expires_at);
}

/**
 * Checks the old password before a change of password. The password alone does not refresh the session: a person with
 * an authenticator app must have entered its code within the last five minutes.
 */
export async function reauthenticateByPassword(ctx: Context, password: string, renewal: Renewal = {}): Promise<Reauthentication> {
  const actor = requirePerson(ctx);
  const { userId, sessionId } = actor;
  if (!(await hasTotp(ctx, userId))) return reauthenticate(ctx, { password }, renewal);
  const at = ctx.clock.now();
  await requireRecentSignIn(ctx);
  await guess(ctx, actor, { password });
  return { userId, sessionId, at, renewed: null };
}

/** The proof of a session that is fresh already. Throws `reauthentication_required`. */
export async function recentReauthentication(ctx: Context): Promise<Reauthentication> {
  const { userId, sessionId } = requirePerson(ctx);
  const until = await freshUntil(ctx, sessionId);
  if (!until) throw new DomainError('reauthentication_required');
  return { userId, sessionId, at: new Date(until.getTime() - FRESH_MS), renewed: null };
}

const FAILURES = {
  password: say`This needs your password again, and it does not match.`,
  code: say`The password or the code is not right, or the code was used before.`,
  passkey: say`The passkey was not accepted.`,
} as const;

function kindOf(proof: IdentityProof): keyof typeof FAILURES {
  if ('passkey' in proof) return 'passkey';
  return proof.code === undefined ? 'password' : 'code';
}

/** A stolen password is not enough if sign-in requires more. */
async function requireBoth(ctx: Context, { userId }: PersonActor, proof: IdentityProof): Promise<void> {
  if ('passkey' in proof || proof.code !== undefined || !(await hasTotp(ctx, userId))) return;
  throw new DomainError('reauthentication_required', {
    message: say`This needs your password together with a code of your app, or a passkey.`,
  });
}

/**
 * Counts the proof as an attempt; `whenRight` runs in the same transaction. Throws `reauthentication_failed`
 * or `rate_limited`.
 */
async function guess(
  ctx: Context,
  actor: PersonActor,
  proof: IdentityProof,
  whenRight?: (own: Context) => Promise<unknown>,
): Promise<void> {
  const { userId } = actor;
  const buckets = [{ name: `reauthenticate/person/${userId}`, most: MOST_ATTEMPTS }];
  await requireAttemptsLeft(ctx, buckets);
  const isShown = await readProof(ctx, actor, proof);
  const isRight = await countGuess(ctx, buckets, async (tx) => {
    if (await isShown(tx)) {
      await whenRight?.(tx);
      await recordAudit(tx, { accountId: null, action: 'session.shown_again', subjectId: userId, details: { by: kindOf(proof) } });
      return true;
    }
    await noteFailedSignIn(tx, { userId, address: null, by: 'reauthentication' });
    return null;
  });
  if (!isRight) throw new DomainError('reauthentication_failed', { message: FAILURES[kindOf(proof)] });
}

/** The check of the proof, to run where attempts are counted; its slow part is done already. */
async function readProof(ctx: Context, actor: PersonActor, proof: IdentityProof): Promise<(own: Context) => Promise<boolean>> {
  const { userId, sessionId } = actor;
  if ('password' in proof) {
    const { password, code } = proof;
    const isRight = await isOwnPassword(ctx, userId, password);
    return async (own) => isRight && (code === undefined || useTotpCode(own, userId, code));
  }
  const assertion = await openOrNull(ctx, proof.passkey, sessionId);
  return async (own) => assertion !== null && (await usePasskey(own, assertion))?.userId === userId;
}

async function isOwnPassword(ctx: Context, userId: string, password: string): Promise<boolean> {
  // Requests cannot read it.
  const person = await forkAsOwner(ctx.orm).findOne(User, { id: userId }, { populate: ['passwordHash'] });
  return isPassword(password, person?.passwordHash ?? null, 'known');
}

/** A response without a challenge of this session counts as a wrong guess. */
async function openOrNull(ctx: Context, answer: unknown, sessionId: string): Promise<Assertion | null> {
  try {
    return await openAssertion(ctx, answer, { purpose: 'reauthenticate', sessionId });
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === 'passkey_refused') return null;
    throw thrown;
  }
}
