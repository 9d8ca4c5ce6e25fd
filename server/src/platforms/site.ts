import { createHash } from 'node:crypto';
import { say } from '../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../languages/stored-message.ts';
import {
  absentAmong,
  ConnectError,
  type Intent,
  type IntentOwner,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type SendHooks,
} from './platform.ts';

const LONGEST_SLUG = 60;
/** A folder that the site is in. */
const SITE_PATH = /^(?:\/[\w~-][\w.~-]*)*\/?$/;

/** The address of a customer's own site, as typed, without the slash at its end. Throws ConnectError. */
export function readSite(typed: string): string {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url?.hostname || url.username || url.password || url.search || url.hash || !SITE_PATH.test(url.pathname)) {
    throw new ConnectError(say`"site" must be the address of the site, for instance "https://example.org".`);
  }
  return url.href.replace(/\/$/, '');
}

/** A post of a site, as it is listed. */
export interface ListedPost {
  providerId: string;
  url: string | null;
  slug: string;
  isShown: boolean;
}

/** The most of one page, of WordPress and of Ghost. */
export const PAGE = 100;
const MOST_PAGES = 10;
/** Every page of a list, from page 1; null if there are too many. */
export async function readPages(read: (page: number) => Promise<readonly Json[]>): Promise<Json[] | null> {
  const all: Json[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const listed = await read(page);
    all.push(...listed);
    if (listed.length < PAGE) return all;
  }
  return null;
}

/** The hash of `allocateSlug()`, also where the site has appended to the slug, as WordPress does in the bin. */
const hashOf = (slug: string): string | null => /(?:^|-)([0-9a-f]{10})(?:-\d+|__trashed)*$/.exec(slug)?.[1] ?? null;

/**
 * Finds the post of an intent. After a restore `posts` are those since the backup: the title may have changed since, so
 * only the hash at the end of the slug is compared. One with another hash may be this post, planned again.
 */
export function findBySlug(posts: readonly ListedPost[] | undefined, intent: Intent): LookupResult {
  if (!posts) return { kind: 'unsure', message: 'The site has too many posts since to tell.' };
  const wanted = hashOf(String(intent.keys.slug));
  const found = posts.find(({ slug }) => hashOf(slug) === wanted);
  const others = posts.filter(({ slug }) => hashOf(slug) !== null).map(({ providerId }) => providerId);
  if (!found) return absentAmong(intent, others);
  if (!found.isShown) return { kind: 'unsure', message: 'The site has the post, but does not show it.' };
  return { kind: 'found', providerId: found.providerId, url: found.url };
}

/**
 * Of an attempt that an earlier one may have published already: only what is certainly absent is sent. What may be there
 * is unknown, so its credit is not returned and it is not sent again under another slug.
 */
export async function asStanding(
  standing: Exclude<LookupResult, { kind: 'absent' }>,
  { onSending }: Pick<SendHooks, 'onSending'>,
): Promise<Outcome> {
  if (standing.kind === 'refused') return standing.outcome;
  await onSending();
  if (standing.kind === 'found') return { kind: 'published', providerId: standing.providerId, url: standing.url };
  return { kind: 'unknown', ...toStoredMessage(fromStoredMessage(standing)) };
}

/** Readable, and with enough of the publication's own hash in it that no other post of the site has it. */
export function allocateSlug(title: string, { id }: IntentOwner): JsonObject {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-+|-+$/g, '');
  return { slug: [words, createHash('sha256').update(id).digest('hex').slice(0, 10)].filter(Boolean).join('-') };
}
