import { LockMode } from '@mikro-orm/postgresql';
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON, WebAuthnCredential } from '@simplewebauthn/server';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { requirePerson } from '../authorise.ts';
import { noteFailedSignIn } from '../sessions/failed-sign-ins.ts';
import { type Browser, type StartedSession, startSession } from '../sessions/sessions.ts';
import { User } from '../user.entity.ts';
import { Passkey } from './passkey.entities.ts';
import {
  CHALLENGE_LIFE_MS,
  challengeOf,
  keepChallenge,
  readWebauthnResponse,
  relyingParty,
  takeChallenge,
  type WebauthnResponse,
  webauthn,
} from './webauthn.ts';

/** Options for signing in a person who is not identified yet: any passkey of this site is accepted. */
export async function beginPasskeySignIn(ctx: Context): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await optionsFor(ctx, []);
  await keepChallenge(ctx, ctx.em, options.challenge, { purpose: 'sign_in', sessionId: null });
  return options;
}

/** Options for the signed-in person to confirm their identity with one of their passkeys. */
export async function beginPasskeyReauthentication(ctx: Context): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { userId, sessionId } = requirePerson(ctx);
  const options = await optionsFor(ctx, await ctx.em.find(Passkey, { userId }));
  await keepChallenge(ctx, ctx.em, options.challenge, { purpose: 'reauthenticate', sessionId });
  return options;
}

/** A passkey with user verification (finger, face or PIN) is two factors in one: it needs no code. */
async function optionsFor(ctx: Context, passkeys: readonly Passkey[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx.config).id,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/** A response whose challenge was valid and is consumed; only openAssertion() creates one. */
export interface Assertion {
  response: WebauthnResponse;
  challenge: string;
}

/** Consumes the response's challenge; must not be called inside a transaction. Throws `passkey_refused`. */
export async function openAssertion(
  ctx: Context,
  value: unknown,
  asked: { purpose: 'sign_in' | 'reauthenticate' | 'sign'; sessionId: string | null },
): Promise<Assertion> {
  const response = readWebauthnResponse(value);
  const challenge = challengeOf(response);
  if (!(await takeChallenge(ctx, challenge, asked))) throw new DomainError('passkey_refused');
  return { response, challenge };
}

/**
 * The passkey that signed the response, or null. Its row is locked meanwhile, so its counter only grows: one that
 * does not is a cloned authenticator, and refused.
 */
export async function usePasskey(ctx: Context, { response, challenge }: Assertion): Promise<Passkey | null> {
  assertTransaction(ctx);
  const passkey = await ctx.em.findOne(Passkey, { credentialId: response.id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!passkey) return null;
  const answer = response as unknown as AuthenticationResponseJSON;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx.config);
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential: toCredential(passkey),
    requireUserVerification: true,
  }).catch((error: unknown) => {
    // The library throws for every fault of the input, and for a counter that goes backwards.
    ctx.log.warn({ err: error, passkeyId: passkey.id }, 'A passkey was refused.');
    return null;
  });
  if (!verified?.verified || !isOwnHandle(answer.response.userHandle, passkey.userId)) return null;
  passkey.counter = verified.authenticationInfo.newCounter;
  passkey.lastUsedAt = ctx.clock.now();
  await ctx.em.flush();
  return passkey;
}

function toCredential({ credentialId, publicKey, counter }: Passkey): WebAuthnCredential {
  return { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
}

/** A discoverable passkey names its user. */
function isOwnHandle(userHandle: string | undefined, userId: string): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString('utf8') === userId;
}

/** Records a refused passkey, after its own transaction was rolled back. Needs another one. */
export async function notePasskeyRefused(tx: Context, { response }: Assertion, address: string | null): Promise<void> {
  const passkey = await tx.em.findOne(Passkey, { credentialId: response.id });
  await noteFailedSignIn(tx, { userId: passkey?.userId ?? null, address, by: 'passkey' });
}

/** Starts a session for the passkey's owner. Throws `passkey_refused`. */
export async function signInWithPasskey(
  ctx: Context,
  { assertion, browser }: { assertion: Assertion; browser: Browser },
): Promise<StartedSession & { userId: string; email: string }> {
  const passkey = await usePasskey(ctx, assertion);
  if (!passkey) throw new DomainError('passkey_refused');
  const { userId } = passkey;
  const { email } = await ctx.em.findOneOrFail(User, { id: userId });
  const session = await startSession(ctx, userId, { ...browser, hasShownSecondFactor: true });
  await recordAudit(ctx, {
    accountId: null,
    action: 'session.started',
    subjectId: userId,
    details: { by: 'passkey', passkeyId: passkey.id },
  });
  return { ...session, userId, email };
}
