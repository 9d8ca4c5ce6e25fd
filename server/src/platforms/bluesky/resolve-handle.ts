import type { Outbound } from '../../outbound/outbound.ts';
import { createApi } from '../api/create-api.ts';
import { listAt, textAt } from '../api/read-json.ts';
import type { AccountLookup, FoundAccount } from '../platform.ts';
import { findFacets } from '../text/facets.ts';
import { createProtocolFetch } from './protocol-fetch.ts';

/** Bluesky's public API, without an account (docs.bsky.app, API hosts). */
export const PUBLIC_SERVER = 'https://public.api.bsky.app';
const DID = /^did:[a-z]+:[A-Za-z0-9._:%-]{1,500}$/;
const LONGEST_HANDLE = 253;

/** A mention uses the account's DID, which outlives its handle; the account's own server knows it. */
export const createBlueskyAccounts = (outbound: Outbound): AccountLookup => ({
  find(text) {
    const handles = findFacets(text, { links: true, tags: null, mentions: 'domain' }).filter(({ kind }) => kind === 'mention');
    return handles.map(({ target }) => target.toLowerCase()).filter((handle) => handle.length <= LONGEST_HANDLE);
  },
  /** com.atproto.identity.resolveHandle, which needs no sign-in. */
  async ask(handle, server, signal) {
    const service = new URL(server ?? PUBLIC_SERVER);
    const url = new URL(`/xrpc/com.atproto.identity.resolveHandle?${new URLSearchParams({ handle })}`, service);
    const response = await createProtocolFetch(outbound, signal)(url);
    const answer: unknown = await response.json();
    // The lexicon's error for an unknown handle.
    if (response.status === 400) return null;
    const did = typeof answer === 'object' && answer !== null && 'did' in answer ? answer.did : null;
    if (!response.ok || typeof did !== 'string' || !DID.test(did)) throw new Error(`${service.host} gave no DID.`);
    return did;
  },
});

/** The most accounts that are listed while a name is typed. */
const MOST_FOUND = 6;

/**
 * Accounts whose name or handle begins with the query, by Bluesky's public search (docs.bsky.app,
 * app.bsky.actor.searchActorsTypeahead). A handle that does not lead back to its account is left out.
 */
export async function searchOnBluesky(
  outbound: Outbound,
  publicServer: string,
  query: string,
  signal: AbortSignal,
): Promise<FoundAccount[]> {
  const api = createApi({ label: 'Bluesky', outbound, readRefusal: () => null, secrets: [], isOwnWords: true }, signal);
  const path = `/xrpc/app.bsky.actor.searchActorsTypeahead?${new URLSearchParams({ q: query, limit: String(MOST_FOUND) })}`;
  const { body } = await api.ask({ url: new URL(path, publicServer) });
  return listAt(body, 'actors').flatMap((actor) => {
    const name = textAt(actor, 'handle');
    if (name === null || name === 'handle.invalid') return [];
    return [{ name, displayName: textAt(actor, 'displayName') ?? name, pictureUrl: textAt(actor, 'avatar') }];
  });
}
