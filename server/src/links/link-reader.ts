import { type Sentence, say } from '../languages/sentence.ts';
import { createAdmission } from '../long-work/create-admission.ts';
import { inThread, isLong } from '../long-work/long-work.ts';
import { type Image, type ImageForm, readImage, shrinkImage } from '../media/read-image.ts';
import type { Answer } from '../outbound/fetch-bounded.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';
import { decodeHtml } from './decode-html.ts';
import { type PageFacts, readPage } from './read-page.ts';

/** What a page gives for a card, or why there is none. */
export type LinkContent =
  | { kind: 'card'; title: string; description: string | null; siteName: string | null; image: Image | null }
  | { kind: 'missing'; reason: Sentence };

/** Looks at the page behind a link. A network call: never in a transaction, never where somebody only reads. */
export interface LinkReader {
  /** Waits its turn for its own deadline at most, takes no longer than that again, and never throws. The owner is ownerOf(). */
  read(link: string, owner: string): Promise<LinkContent>;
}

export interface LinkReaderOptions {
  outbound: Pick<Outbound, 'fetch'>;
  userAgent: string;
  /** For the page and its picture together. */
  timeoutMs: number;
}

/** What is taken for a page, or for its picture. */
interface Wanted {
  /** Content types, without parameters. */
  types: readonly string[];
  mostBytes: number;
  mayCut: boolean;
}

const PAGE: Wanted = { types: ['text/html', 'application/xhtml+xml'], mostBytes: 512 * 1024, mayCut: true };
const PICTURE: Wanted = { types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'], mostBytes: 5 * 1024 * 1024, mayCut: false };
const MOST_REDIRECTS = 5;
/** Bluesky takes no larger one (lexicon app.bsky.embed.external), and no network shows more pixels of it. */
const THUMB: ImageForm = { mostBytes: 1_000_000, isJpegOnly: true };
const LONGEST_THUMB_SIDE = 1_200;
/** Smaller ones are logos and counting pixels. */
const SHORTEST_THUMB_SIDE = 100;
/** At once in one process: pages and pictures are held in memory while they are read, and a slow server holds a place for long. */
const PLACES = { atOnce: 16, mostOfOne: 4, mostWaiting: 160 };

/** Reads pages of the public internet. The same link asked for twice by one owner at the same moment is read once. */
export function createLinkReader(options: LinkReaderOptions): LinkReader {
  const underWay = new Map<string, Promise<LinkContent>>();
  const line = createAdmission({ ...PLACES, waitMs: options.timeoutMs });
  return {
    async read(link, owner) {
      const key = `${owner} ${link}`;
      const standing = underWay.get(key);
      if (standing) return standing;
      const reading = line
        .run(owner, () => readLink(link, options))
        .catch((): LinkContent => ({ kind: 'missing', reason: say`Too many pages are being looked at just now.` }))
        .finally(() => underWay.delete(key));
      underWay.set(key, reading);
      return reading;
    },
  };
}

async function readLink(link: string, options: LinkReaderOptions): Promise<LinkContent> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const { bytes, headers, url } = await fetchWanted(link, PAGE, options, signal);
    const html = decodeHtml(bytes, headers.get('content-type') ?? '');
    const page = isLong(html.length) ? await inThread('page', { html, base: url.href }) : readPage(html, url);
    if (!page.title) return { kind: 'missing', reason: say`The page has no title.` };
    const { title, description, siteName } = page;
    return { kind: 'card', title, description, siteName, image: await readThumb(page, options, signal) };
  } catch (error) {
    return { kind: 'missing', reason: reasonOf(error, signal, options.timeoutMs) };
  }
}

/** Given nothing of ours: no cookies, no credentials, and no page is told what led to it. */
function fetchWanted(
  link: string,
  wanted: Wanted,
  { outbound, userAgent, timeoutMs }: LinkReaderOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { types, mostBytes, mayCut } = wanted;
  return outbound.fetch(link, {
    ...{ to: 'page', redirects: MOST_REDIRECTS, headers: { accept: types.join(','), 'user-agent': userAgent } },
    ...{ mostBytes, mayCut, timeoutMs, signal },
    judge({ status, headers }) {
      const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';', 1);
      if (status !== 200) throw new LinkFault(say`The page answered ${String(status)}.`);
      if (!types.includes(type.trim())) throw new LinkFault(say`The link leads to ${typeWords(type)} and not to a page.`);
    },
  });
}

/** Why there is no card, in a sentence for whoever wrote the link. */
class LinkFault extends Error {
  readonly words: Sentence;

  constructor(words: Sentence) {
    super(String(words));
    this.words = words;
  }
}

function reasonOf(error: unknown, signal: AbortSignal, timeoutMs: number): Sentence {
  if (signal.aborted) return say`The page did not answer within ${timeoutMs / 1000} seconds.`;
  return error instanceof LinkFault || error instanceof OutboundFault ? error.words : say`The page could not be read.`;
}

/** The server's own words, so no more of them than a type has. */
function typeWords(type: string): string | Sentence {
  const [known] = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.exec(type.trim()) ?? [];
  return known ?? say`something without a type`;
}

/** A card without its picture is still a card: whatever is wrong with the picture, there is none. */
async function readThumb({ imageUrls }: PageFacts, options: LinkReaderOptions, signal: AbortSignal): Promise<Image | null> {
  const [imageUrl] = imageUrls;
  if (!imageUrl) return null;
  try {
    const { bytes } = await fetchWanted(imageUrl, PICTURE, options, signal);
    const image = await readImage(bytes, LONGEST_THUMB_SIDE);
    if (Math.min(image.width, image.height) < SHORTEST_THUMB_SIDE) return null;
    return await shrinkImage(image, THUMB);
  } catch {
    return null;
  }
}
