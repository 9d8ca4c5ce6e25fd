import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { requireEnrolment } from '../second-factor/require-enrolment.ts';
import { CHALLENGE_LIFE_MS, keepChallenge } from './challenges.ts';
import { Passkey } from './passkey.entity.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

/**
 * COSE numbers of the offered algorithms, the preferred one first: EdDSA, ES256, RS256. Explicit, since the library
 * offers whatever the runtime can verify, and evidence must verify on any runtime.
 */
export const OFFERED_ALGORITHMS = [-8, -7, -257];

/** Options for creating a discoverable passkey with user verification. */
export async function beginPasskey(ctx: Context): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertTransaction(ctx);
  const { userId, sessionId, email, name } = await requireEnrolment(ctx);
  const { id: rpID, name: rpName } = relyingParty(ctx.config);
  const own = await ctx.em.find(Passkey, { userId });
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(userId),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: OFFERED_ALGORITHMS,
    // One passkey on each authenticator is enough.
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(ctx, ctx.em, options.challenge, { purpose: 'register', sessionId });
  return options;
}
