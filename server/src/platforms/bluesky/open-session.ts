import type { Agent, CredentialSession } from '@atproto/api';
import type { Outbound } from '../../outbound/outbound.ts';
import type { BlueskyCredentials } from './bluesky-credentials.ts';
import { createProtocolFetch } from './protocol-fetch.ts';

/** A signed-in account. */
export interface BlueskySession {
  agent: Agent;
  did: string;
  /** The DID where the account has no valid handle. */
  handle: string;
  service: string;
  /** False while the account is suspended or deactivated. */
  isActive: boolean;
  /** Whether the password was the account's own, which can do everything, and not an app password. */
  isFullAccess: boolean;
}

/** Signs in with the app password, for this one call. Throws the client's errors. */
export async function openSession(outbound: Outbound, credentials: BlueskyCredentials, signal: AbortSignal): Promise<BlueskySession> {
  return describeSession(await signIn(outbound, credentials, signal), credentials, signal);
}

/** A signed-in client that renews its tokens. */
export async function signIn(
  outbound: Outbound,
  { service: origin, identifier, appPassword }: BlueskyCredentials,
  signal: AbortSignal,
): Promise<CredentialSession> {
  // The client brings every lexicon there is; loaded at the first use, it does not slow every start.
  const { CredentialSession } = await import('@atproto/api');
  const session = new CredentialSession(new URL(origin), createProtocolFetch(outbound, signal));
  await session.login({ identifier, password: appPassword });
  // The server names the account's host; checked before permission to send is requested.
  await outbound.check(session.dispatchUrl);
  return session;
}

/** The signed-in account, with an agent whose calls end with the signal. */
export async function describeSession(
  client: CredentialSession,
  { service }: BlueskyCredentials,
  signal: AbortSignal,
): Promise<BlueskySession> {
  const { Agent } = await import('@atproto/api');
  const { session } = client;
  if (!session) throw new Error('The session has ended.');
  const { did, handle, active, accessJwt } = session;
  return {
    agent: new Agent({ did, fetchHandler: (url, init) => client.fetchHandler(url, { ...init, signal }) }),
    did,
    handle: handle === 'handle.invalid' ? did : handle,
    service,
    isActive: active,
    isFullAccess: scopeOf(accessJwt) === 'com.atproto.access',
  };
}

/** The public address of the post. Only Bluesky's own servers have pages; others show the record. */
export function postUrl(session: BlueskySession, collection: string, rkey: string): string {
  const { hostname } = new URL(session.service);
  if (hostname === 'bsky.social' || hostname.endsWith('.bsky.network')) return `https://bsky.app/profile/${session.handle}/post/${rkey}`;
  const query = new URLSearchParams({ repo: session.did, collection, rkey });
  return `${session.service}/xrpc/com.atproto.repo.getRecord?${query}`;
}

function scopeOf(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null && 'scope' in claims ? claims.scope : undefined;
  } catch {
    return undefined;
  }
}
