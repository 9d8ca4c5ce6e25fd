import { createHash } from 'node:crypto';
import { say } from '../languages/sentence.ts';
import { ConnectError, type IntentOwner, type JsonObject } from './platform.ts';

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
