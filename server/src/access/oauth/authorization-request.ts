import type { Context } from '../../context.ts';
import { newId } from '../../new-id.ts';
import type { Scope } from '../actor.ts';
import { findRegisteredClient, type KnownClient } from './clients/find-client.ts';
import { OauthClient } from './clients/oauth-client.entity.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { REQUEST_LIFE_SECONDS } from './start-device-flow.ts';

/** A checked authorization request, on its way through the browser. */
export interface AuthorizationRequest {
  id: string;
  clientId: string;
  /** The metadata of a client whose id is the address of its document; other clients are registered. */
  published?: Pick<KnownClient, 'name' | 'homePage'>;
  redirectUri: string;
  scopes: Scope[];
  resource: string | null;
  clientState: string | null;
  codeChallenge: string;
  address: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

const PLACE = 'oauth/authorization-request';

/**
 * Encrypts the request for the console's address. Nothing is written: loading an address changes no rows, so
 * strangers cannot fill the table. The row is created by the first lookup of a signed-in person.
 */
export function sealAuthorizationRequest(ctx: Context, request: Omit<AuthorizationRequest, 'id' | 'createdAt'>): string {
  const full: AuthorizationRequest = { ...request, id: newId('grq'), createdAt: ctx.clock.now().getTime() };
  return ctx.sealer.seal(JSON.stringify(full), PLACE);
}

/** The row of an encrypted request, created on its first lookup; null if the text is invalid or expired. */
export async function openAuthorizationRequest(ctx: Context, sealed: string): Promise<GrantRequest | null> {
  const request = unseal(ctx, sealed);
  if (!request) return null;
  const existing = await ctx.em.findOne(GrantRequest, { id: request.id });
  const expiresAt = new Date(request.createdAt + REQUEST_LIFE_SECONDS * 1_000);
  // An old text must not bring back a request that was decided and has been removed since.
  if (existing || expiresAt <= ctx.clock.now()) return existing;
  const client = request.published ?? (await findRegisteredClient(ctx, request.clientId, 'authorization_code').catch(() => null));
  if (!client) return null;
  await insertOnce(ctx, request, client, expiresAt);
  if (!request.published) await ctx.em.nativeUpdate(OauthClient, { id: request.clientId }, { lastUsedAt: ctx.clock.now() });
  return ctx.em.findOne(GrantRequest, { id: request.id });
}

function unseal(ctx: Context, sealed: string): AuthorizationRequest | null {
  try {
    return JSON.parse(ctx.sealer.open(sealed, PLACE)) as AuthorizationRequest;
  } catch {
    return null;
  }
}

/** Two windows may open the same address at once. */
async function insertOnce(
  ctx: Context,
  request: AuthorizationRequest,
  client: { name: string; homePage?: string | null },
  expiresAt: Date,
): Promise<void> {
  const { id, clientId, clientState } = request;
  await ctx.em.upsert(
    GrantRequest,
    {
      id,
      flow: 'code',
      state: 'pending',
      clientId,
      clientName: client.name,
      clientUri: client.homePage ?? null,
      scopes: request.scopes,
      resource: request.resource,
      address: request.address,
      createdAt: new Date(request.createdAt),
      expiresAt,
      redirectUri: request.redirectUri,
      sealedClientState: clientState === null ? null : ctx.sealer.seal(clientState, clientStatePlace(id)),
      codeChallenge: request.codeChallenge,
      isSandboxOnly: false,
    },
    { onConflictAction: 'ignore' },
  );
  ctx.em.clear();
}

/** The encryption context of a client's `state`. */
export function clientStatePlace(requestId: string): string {
  return `grant_requests/${requestId}/client_state`;
}
