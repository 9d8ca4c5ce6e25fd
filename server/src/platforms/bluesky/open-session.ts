import type { Agent } from '@atproto/api';
import type { BlueskyCredentials } from './bluesky-credentials.ts';
import { assertAllowed, createBoundedFetch } from './bounded-fetch.ts';

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

/** Signs in with the app password. Throws what the client throws. */
export async function openSession(credentials: BlueskyCredentials, signal: AbortSignal): Promise<BlueskySession> {
  // The client brings every lexicon there is; loaded at the first use, it does not slow every start.
  const { Agent, CredentialSession } = await import('@atproto/api');
  const service = new URL(credentials.service);
  const session = new CredentialSession(service, createBoundedFetch(service, signal));
  const { data } = await session.login({ identifier: credentials.identifier, password: credentials.appPassword });
  assertAllowed(session.dispatchUrl, service);
  return {
    agent: new Agent(session),
    did: data.did,
    handle: data.handle === 'handle.invalid' ? data.did : data.handle,
    service: credentials.service,
    isActive: data.active ?? true,
    isFullAccess: scopeOf(data.accessJwt) === 'com.atproto.access',
  };
}

/** Where a person can see the post. Only Bluesky's own servers have a page for it; any other shows the record. */
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
