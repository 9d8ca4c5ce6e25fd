import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../../config/config.ts';
import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { loadAhead } from '../../load-ahead.ts';
import { type ChallengePurpose, WebauthnChallenge } from './passkey.entities.ts';

/** The WebAuthn library: it takes a third of a second to load, so startup does not wait for it. */
export const webauthn = loadAhead(() => import('@simplewebauthn/server'));

/** Our identity for authenticators: a passkey for one host does not work on another. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: 'Countersign', origin };
}

/** A passkey's public key in a line that two people can compare: SHA-256 over the COSE key, in hex. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
}

/** The name of a key's algorithm in the COSE registry, for example `ES256`; its number if unknown here. */
export async function algorithmOf(publicKey: string): Promise<string> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const number = decodeCredentialPublicKey(new Uint8Array(Buffer.from(publicKey, 'base64url'))).get(cose.COSEKEYS.alg);
  return Object.entries(cose.COSEALG).find(([, alg]) => alg === number)?.[0] ?? String(number);
}

/** A browser's response after a passkey was used; its parts are checked during verification. */
export interface WebauthnResponse {
  /** The credential, in base64url. */
  id: string;
  response: { clientDataJSON: string };
}

/** The response with the parts that we read ourselves. Throws `passkey_refused` for anything else. */
export function readWebauthnResponse(value: unknown): WebauthnResponse {
  if (isRecord(value) && typeof value.id === 'string' && isRecord(value.response) && typeof value.response.clientDataJSON === 'string') {
    return value as unknown as WebauthnResponse;
  }
  throw new DomainError('passkey_refused');
}

/** The signed challenge, as reported by the browser (WebAuthn, section 5.8.1). */
export function challengeOf({ response }: WebauthnResponse): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    if (typeof challenge === 'string') return challenge;
  } catch {
    // Not a browser's JSON: refused below.
  }
  throw new DomainError('passkey_refused');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The time limit for using the device. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

interface Asked {
  purpose: ChallengePurpose;
  /** The requesting session; null before sign-in. */
  sessionId: string | null;
}

/** Stores a challenge sent to a browser. */
export async function keepChallenge(services: Services, em: EntityManager, challenge: string, asked: Asked): Promise<void> {
  const expiresAt = new Date(services.clock.now().getTime() + CHALLENGE_LIFE_MS);
  await em.insert(WebauthnChallenge, { challengeHash: hashOf(services, challenge), ...asked, expiresAt });
}

/**
 * Consumes a challenge, whether or not its response is accepted; false if it is unknown, for another purpose or
 * session, expired, or used. Commits on its own, so a refused response does not restore it.
 */
export async function takeChallenge(services: Services, challenge: string, { purpose, sessionId }: Asked): Promise<boolean> {
  const taken = await query(
    forkAsOwner(services.orm),
    tables
      .deleteFrom('webauthn_challenges')
      .where('challenge_hash', '=', hashOf(services, challenge))
      .where('purpose', '=', purpose)
      .where('session_id', 'is not distinct from', sessionId)
      .where('expires_at', '>', services.clock.now())
      .returning('challenge_hash'),
  );
  return taken.length === 1;
}

const hashOf = ({ sealer }: Services, challenge: string): string => sealer.hash('webauthn-challenge', challenge);
