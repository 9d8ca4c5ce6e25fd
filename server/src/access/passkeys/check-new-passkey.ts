import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { requirePerson } from '../authorise.ts';
import { takeChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';
import { challengeOf, readWebauthnResponse } from './webauthn-response.ts';

/** Only checkNewPasskey() creates one. */
export interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

/** Verifies a new passkey; consumes the session's challenge, so it must not be called inside a transaction. */
export async function checkNewPasskey(ctx: Context, value: unknown): Promise<NewPasskey> {
  const { sessionId } = requirePerson(ctx);
  const response = readWebauthnResponse(value);
  const challenge = challengeOf(response);
  if (!(await takeChallenge(ctx, challenge, { purpose: 'register', sessionId }))) throw new DomainError('passkey_refused');
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx.config);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    // The library throws for every fault of the input.
    ctx.log.debug({ err: error }, 'A new passkey was refused.');
    return { registrationInfo: undefined };
  });
  if (!registrationInfo) throw new DomainError('passkey_refused');
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: (transports ?? []).slice(0, 10),
  };
}
