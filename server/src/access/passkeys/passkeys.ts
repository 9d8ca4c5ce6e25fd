import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { requirePerson } from '../authorise.ts';
import { mailPerson } from '../people.ts';
import { requireEnrolment } from '../second-factor/second-factors.ts';
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts';
import { Session } from '../sessions/session.entity.ts';
import { Passkey } from './passkey.entities.ts';
import {
  CHALLENGE_LIFE_MS,
  challengeOf,
  fingerprintOf,
  keepChallenge,
  readWebauthnResponse,
  relyingParty,
  takeChallenge,
  webauthn,
} from './webauthn.ts';

const MOST = 20;
const { maxLength: LONGEST_NAME } = FIELD_RULES.passkey.name;

/** Stores a verified passkey. */
export async function addPasskey(ctx: Context, { name, passkey }: { name: string; passkey: NewPasskey }): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireEnrolment(ctx);
  if (await ctx.em.count(Passkey, { credentialId: passkey.credentialId })) throw registeredAlready();
  if ((await ctx.em.count(Passkey, { userId })) >= MOST) {
    throw new DomainError('invalid_state', { message: say`You have ${MOST} passkeys; remove one first.` });
  }
  const id = newId('psk');
  ctx.em.create(Passkey, { id, userId, ...passkey, name: readName(name), createdAt: ctx.clock.now() });
  // Row-level security hides other people's passkeys: the unique key detects a duplicate.
  await ctx.em.flush().catch((error: unknown) => {
    throw error instanceof UniqueConstraintViolationException ? registeredAlready() : error;
  });
  await recordAudit(ctx, {
    accountId: null,
    action: 'passkey.added',
    subjectId: userId,
    details: { passkeyId: id, fingerprint: fingerprintOf(passkey.publicKey) },
  });
  await mailPerson(ctx, userId, say`A passkey was added: it signs in without the password.`);
}

/**
 * Creating a passkey counts as using it in this session. With the owner role, since requests cannot change a session:
 * written after the transaction; if that fails, the passkey is requested once more.
 */
export async function notePasskeyShown(ctx: Context): Promise<void> {
  const { sessionId } = requirePerson(ctx);
  await forkAsOwner(ctx.orm).nativeUpdate(Session, { id: sessionId }, { secondFactorAt: ctx.clock.now() });
}

const registeredAlready = () => new DomainError('already_exists', { message: say`This passkey is registered already.` });

function readName(value: string): string {
  const name = value.trim();
  if (name.length === 0 || name.length > LONGEST_NAME) {
    const message = say`Must have 1 to ${LONGEST_NAME} characters.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/name', message }] });
  }
  return name;
}

/**
 * COSE numbers of the offered algorithms, the preferred one first: EdDSA, ES256, RS256. Explicit, since the library
 * offers whatever the runtime can verify, and evidence must verify on any runtime.
 */
const OFFERED_ALGORITHMS = [-8, -7, -257];

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

/** Only checkNewPasskey() creates one. */
interface NewPasskey {
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

/** Removes one of the person's own passkeys with immediate effect. */
export async function removePasskey(ctx: Context, passkeyId: string): Promise<void> {
  assertTransaction(ctx);
  const { userId } = await requireRecentSignIn(ctx);
  if ((await ctx.em.nativeDelete(Passkey, { id: passkeyId, userId })) === 0) throw new DomainError('not_found');
  await recordAudit(ctx, { accountId: null, action: 'passkey.removed', subjectId: userId, details: { passkeyId } });
  await mailPerson(ctx, userId, say`A passkey was removed and can no longer be used to sign in.`);
}

/** A person's passkeys, oldest first. */
export async function listPasskeys(ctx: Context, userId: string): Promise<Passkey[]> {
  return ctx.em.find(Passkey, { userId }, { orderBy: { id: 'asc' } });
}
