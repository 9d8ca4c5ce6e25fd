import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { requirePerson } from '../authorise.ts';
import { CHALLENGE_LIFE_MS, keepChallenge } from './challenges.ts';
import { Passkey } from './passkey.entity.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

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
