import { randomBytes, randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { newId } from '../../new-id.ts';
import { describeDeviceClient } from './clients/find-client.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { readIntegrationScopes, readRequestedKind, readRequestedScopes, readResource } from './requested-scopes.ts';

/** How long a request stays open, for both flows. */
export const REQUEST_LIFE_SECONDS = 600;
const FIRST_INTERVAL_SECONDS = 5;

interface StartDeviceFlowInput {
  clientId: string | undefined;
  /** For an unregistered agent. */
  clientName: string | undefined;
  clientUri: string | undefined;
  scope: string | undefined;
  /** `agent`, or `integration` for a program of the person's own. */
  kind?: string | undefined;
  resource: string | undefined;
  /** The address of the requester. */
  address: string;
}

interface DeviceFlow {
  deviceCode: string;
  userCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/** Starts a device flow (RFC 8628). Both codes are only in this result. */
export async function startDeviceFlow(ctx: Context, input: StartDeviceFlowInput): Promise<DeviceFlow> {
  assertTransaction(ctx);
  const client = await describeDeviceClient(ctx, input);
  const kind = readRequestedKind(input.kind);
  const scopes = kind === 'integration' ? readIntegrationScopes(input.scope) : readRequestedScopes(input.scope);
  const resource = readResource(ctx.config.publicUrl, input.resource);
  const deviceCode = newSecretCode();
  const { userCode, userCodeHash } = await unusedUserCode(ctx);
  const createdAt = ctx.clock.now();
  ctx.em.create(GrantRequest, {
    id: newId('grq'),
    flow: 'device',
    state: 'pending',
    kind,
    clientId: client.clientId,
    clientName: client.name,
    clientUri: client.homePage,
    scopes,
    resource,
    address: input.address,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + REQUEST_LIFE_SECONDS * 1_000),
    deviceCodeHash: ctx.sealer.hash('device-code', deviceCode),
    userCodeHash,
    intervalSeconds: FIRST_INTERVAL_SECONDS,
  });
  await ctx.em.flush();
  return { deviceCode, userCode, expiresInSeconds: REQUEST_LIFE_SECONDS, intervalSeconds: FIRST_INTERVAL_SECONDS };
}

/** Collisions among 25 billion are rare; old requests keep their codes until they are deleted. */
async function unusedUserCode(ctx: Context): Promise<{ userCode: string; userCodeHash: string }> {
  for (;;) {
    const userCode = newUserCode();
    const userCodeHash = ctx.sealer.hash('user-code', userCode);
    if ((await ctx.em.count(GrantRequest, { userCodeHash })) === 0) return { userCode, userCodeHash };
  }
}

/** RFC 8628, section 6.1: distinct consonants that form no words. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

/** The code to type: eight letters, about 34 bits, protected by rate limits. */
export function newUserCode(): string {
  return Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length))).join('');
}

/** For display: `XXXX-XXXX`. */
export function showUserCode(userCode: string): string {
  return `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
}

/** The typed code, without case and punctuation; null if it cannot be one. */
export function readUserCode(text: string): string | null {
  const letters = text
    .slice(0, 64)
    .toUpperCase()
    .replaceAll(/[\p{P}\p{S}\p{Z}]/gu, '');
  return letters.length === USER_CODE_LENGTH && [...letters].every((letter) => USER_CODE_LETTERS.includes(letter)) ? letters : null;
}

/** A code that only programs handle: 256 bits. */
export function newSecretCode(): string {
  return randomBytes(32).toString('base64url');
}
