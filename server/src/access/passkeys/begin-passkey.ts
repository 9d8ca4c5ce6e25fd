import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { requireEnrolment } from '../second-factor/require-enrolment.ts';
import { CHALLENGE_LIFE_MS, keepChallenge } from './challenges.ts';
import { Passkey } from './passkey.entity.ts';
import { relyingParty } from './relying-party.ts';

/** What a browser needs to make a passkey that can be found without a name, and that asks for the finger or PIN. */
export async function beginPasskey(ctx: Context): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertTransaction(ctx);
  const { userId, sessionId, email, name } = await requireEnrolment(ctx);
  const { id: rpID, name: rpName } = relyingParty(ctx.config);
  const own = await ctx.em.find(Passkey, { userId });
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(userId),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    // One passkey on each authenticator is enough.
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(ctx, ctx.em, options.challenge, { purpose: 'register', sessionId });
  return options;
}
