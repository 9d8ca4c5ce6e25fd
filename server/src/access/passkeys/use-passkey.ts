import { LockMode } from '@mikro-orm/postgresql';
import type { AuthenticationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { takeChallenge } from './challenges.ts';
import { Passkey } from './passkey.entity.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';
import { challengeOf, readWebauthnResponse, type WebauthnResponse } from './webauthn-response.ts';

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
