import { LRUCache } from 'lru-cache';
import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { Connection } from '../connections/connection.entity.ts';
import { findPlatform } from '../connections/connection-queries.ts';
import type { Context } from '../context.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { createConcurrencyLimit } from '../long-work/concurrency-limit.ts';
import { readImage } from '../media/read-image.ts';
import type { FoundAccount, Platform } from '../platforms/platform.ts';

export interface FindAccountsInput {
  workspaceId: string;
  platform: string;
  /** The beginning of a name, with or without "@". */
  query: string;
}

/** An account for the list of a composer. */
export interface ListedAccount extends Pick<FoundAccount, 'name' | 'displayName'> {
  /** Its profile picture as a `data:` address, so a browser calls no other server; null if there is none. */
  face: string | null;
}

export interface AccountsFound {
  accounts: ListedAccount[];
  /** Why none could be searched for; null if they were. */
  reason: Sentence | null;
}

const SHORTEST_QUERY = 2;
const LONGEST_QUERY = 100;
/** For the search and the pictures together: a person is typing. */
const PATIENCE_MS = 3_000;
const FACE = { longestSide: 96, mostBytes: 1024 * 1024, types: 'image/jpeg,image/png,image/webp,image/gif' };
/** Concurrent searches in one process. */
const PLACES = { atOnce: 8, mostOfOne: 2, mostWaiting: 40, waitMs: PATIENCE_MS };
const slots = createConcurrencyLimit(PLACES);
/** Public results, the same for every workspace on a server: a name is typed letter by letter, and corrected. */
const found = new LRUCache<string, Promise<ListedAccount[]>>({ max: 200, ttl: 5 * 60_000 });

/**
 * Accounts of a network that a post could mention, best first, as its public search finds them. Stores nothing. Only
 * where the workspace has an account: other networks must not learn what it writes about. Must run outside a
 * transaction. Throws `unknown_platform`, `not_found`, `insufficient_role`.
 */
export async function findAccounts(ctx: Context, { workspaceId, platform: id, query }: FindAccountsInput): Promise<AccountsFound> {
  if (ctx.em.isInTransaction()) throw new Error('Platforms are asked outside of transactions.');
  await requireWorkspace(ctx, workspaceId, 'write');
  requireScope(ctx, 'captions:write');
  const platform = findPlatform(ctx, id);
  const name = query
    .trim()
    .replace(/^[@＠]/u, '')
    .toLowerCase();
  if (!platform.searchAccounts || name.length < SHORTEST_QUERY || name.length > LONGEST_QUERY) return { accounts: [], reason: null };
  const connection = await ctx.em.findOne(Connection, { workspaceId, platform: id, disconnectedAt: null }, { orderBy: { id: 'asc' } });
  if (!connection) return { accounts: [], reason: say`Connect an account on ${platform.label} to search for people there.` };
  const server = connection.server ?? serverIn(connection.externalId);
  const key = JSON.stringify([id, server, name]);
  const searching = found.get(key) ?? slots.run(ownerOf(ctx), () => search(ctx, platform, name, server));
  found.set(key, searching);
  try {
    return { accounts: await searching, reason: null };
  } catch (error) {
    found.delete(key);
    ctx.log.info({ err: error, platform: id }, 'a platform did not search its accounts');
    return { accounts: [], reason: say`${platform.label} cannot be searched right now. Write the whole name.` };
  }
}

/** The server of a connection from before it was stored: the external id begins with its host. */
function serverIn(externalId: string): string | null {
  const [host = '', ...rest] = externalId.split('/');
  return rest.length > 0 && URL.parse(`https://${host}`) ? `https://${host}` : null;
}

async function search(ctx: Context, { searchAccounts }: Platform, name: string, server: string | null): Promise<ListedAccount[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const accounts = (await searchAccounts?.(name, server, signal)) ?? [];
  return Promise.all(
    accounts.map(async ({ name, displayName, pictureUrl }) => ({ name, displayName, face: await fetchAvatar(ctx, pictureUrl, signal) })),
  );
}

/** Null for a picture that cannot be fetched or read in time: the list is shown without it. */
async function fetchAvatar(ctx: Context, url: string | null, signal: AbortSignal): Promise<string | null> {
  if (url === null || !URL.parse(url)) return null;
  try {
    const { status, bytes } = await ctx.outbound.fetch(url, {
      ...{ to: 'page', redirects: 2, headers: { accept: FACE.types }, mostBytes: FACE.mostBytes, timeoutMs: PATIENCE_MS, signal },
    });
    if (status !== 200) return null;
    const image = await readImage(bytes, { longestSide: FACE.longestSide, isStill: true });
    return `data:${image.mimeType};base64,${image.bytes.toString('base64')}`;
  } catch {
    return null;
  }
}
