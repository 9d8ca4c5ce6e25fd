import { randomBytes } from 'node:crypto';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { requirePerson } from '../../access/authorise.ts';
import { CHALLENGE_LIFE_MS, keepChallenge } from '../../access/passkeys/challenges.ts';
import { Passkey } from '../../access/passkeys/passkey.entity.ts';
import { relyingParty } from '../../access/passkeys/relying-party.ts';
import { webauthn } from '../../access/passkeys/webauthn.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';

/** Options for the browser, and the statement to sign. */
export interface SignatureRequest<S> {
  statement: S;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** What every statement contains in addition to its subject. */
export interface StatedAround {
  service: string;
  user_id: string;
  nonce: string;
  expires_at: string;
}

/**
 * Makes a statement the challenge for the signed-in person's passkey: valid for five minutes, once, in this session.
 * Refuses: passkey_missing.
 */
export async function requestSignature<S>(
  ctx: Context,
  state: (around: StatedAround) => S,
  challengeFor: (statement: S) => string,
): Promise<SignatureRequest<S>> {
  const { userId, sessionId } = requirePerson(ctx);
  const passkeys = await ctx.em.find(Passkey, { userId });
  if (passkeys.length === 0) throw new DomainError('passkey_missing');
  const { id: rpID, origin } = relyingParty(ctx.config);
  const statement = state({
    service: origin,
    user_id: userId,
    nonce: randomBytes(32).toString('base64url'),
    expires_at: new Date(ctx.clock.now().getTime() + CHALLENGE_LIFE_MS).toISOString(),
  });
  const challenge = challengeFor(statement);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  await keepChallenge(ctx, ctx.em, challenge, { purpose: 'sign', sessionId });
  return { statement, options };
}
