import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import sniffEncoding from 'html-encoding-sniffer';
import { type Sentence, say } from '../languages/sentence.ts';
import { createConcurrencyLimit } from '../long-work/concurrency-limit.ts';
import { inThread, isLong } from '../long-work/long-work.ts';
import { type Image, type ImageForm, readImage, shrinkImage } from '../media/read-image.ts';
import type { Answer } from '../outbound/fetch-bounded.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';
import { type PageFacts, readPage } from './read-page.ts';

/** The content of a page's card, or why there is none. */
export type LinkContent =
  | { kind: 'card'; title: string; description: string | null; siteName: string | null; image: Image | null; imageFault?: Sentence }
  | { kind: 'missing'; reason: Sentence };

/** Fetches the page behind a link. A network call: never in a transaction, never for a request that only reads. */
export interface LinkReader {
  /** Queues up to its own deadline, takes no longer than that again, and never throws. The owner is ownerOf(). */
  read(link: string, owner: string): Promise<LinkContent>;
}

interface LinkReaderOptions {
  outbound: Pick<Outbound, 'fetch'>;
  userAgent: string;
  /** For the page and its image together. */
  timeoutMs: number;
}

/** The accepted content of a page, or of its image. */
interface Wanted {
  /** Content types, without parameters. */
  types: readonly string[];
  /** For an ambiguous content type: whether the content is of this kind. */
  isWanted(bytes: Buffer): boolean;
  mostBytes: number;
  mayCut: boolean;
}

/** How a page begins, after spaces and comments (mimesniff.spec.whatwg.org, 7.1). */
const BEGINS_AS_PAGE = /^<(?:!doctype html|html|head|title|meta|body)[\s>]/i;
const COMMENTS = /<!--.*?-->/gs;
/** Sent by servers without better information. */
const SAYS_NOTHING = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain', 'application/xml', 'text/xml']);

const PAGE: Wanted = {
  types: ['text/html', 'application/xhtml+xml'],
  isWanted: (bytes) => BEGINS_AS_PAGE.test(bytes.toString('utf8', 0, 2_000).replaceAll(COMMENTS, '').trimStart()),
  ...{ mostBytes: 512 * 1024, mayCut: true },
};
/** Recognized by their content, when they are decoded. */
const PICTURE: Wanted = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  isWanted: () => true,
  ...{ mostBytes: 5 * 1024 * 1024, mayCut: false },
};
/** Images tried per page, each with a third of the time. */
const MOST_PICTURES = 3;
const MOST_REDIRECTS = 5;
/** Bluesky's maximum (lexicon app.bsky.embed.external), and no network shows more pixels of it. */
const THUMB: ImageForm = { mostBytes: 1_000_000, isJpegOnly: true };
const LONGEST_THUMB_SIDE = 1_200;
/** Smaller ones are logos and counting pixels. */
const SHORTEST_THUMB_SIDE = 100;
/**
 * Concurrent reads in one process: pages and images are in memory while they are read, and a slow server occupies a
 * slot for long.
 */
const PLACES = { atOnce: 16, mostOfOne: 4, mostWaiting: 160 };

/** Reads pages of the public internet. Concurrent requests of one owner for the same link share one read. */
export function createLinkReader(options: LinkReaderOptions): LinkReader {
  const underWay = new Map<string, Promise<LinkContent>>();
  const line = createConcurrencyLimit({ ...PLACES, waitMs: options.timeoutMs });
  return {
    async read(link, owner) {
      const key = `${owner} ${link}`;
      const standing = underWay.get(key);
      if (standing) return standing;
      const reading = line
        .run(owner, () => readLink(link, options))
        .catch((): LinkContent => ({ kind: 'missing', reason: say`Too many pages are being fetched right now.` }))
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
    const image = await readThumb(page, options, signal);
    return { kind: 'card', title, description, siteName, image, ...(!image && page.imageUrls.length > 0 && { imageFault: NO_PICTURE }) };
  } catch (error) {
    return { kind: 'missing', reason: reasonOf(error, signal, options.timeoutMs) };
  }
}

const NO_PICTURE = say`The page names a picture that could not be fetched or read, or that is too small.`;

/** Sends no cookies, credentials or referrer. */
async function fetchWanted(
  link: string,
  wanted: Wanted,
  { outbound, userAgent, timeoutMs }: LinkReaderOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { types, isWanted, mostBytes, mayCut } = wanted;
  const typeOf = (headers: Headers) => (headers.get('content-type') ?? '').toLowerCase().split(';', 1)[0]?.trim() ?? '';
  const wrongType = (type: string) => new LinkFault(say`The link leads to ${typeWords(type)} and not to a page.`);
  const answer = await outbound.fetch(link, {
    ...{ to: 'page', redirects: MOST_REDIRECTS, headers: { accept: types.join(','), 'user-agent': userAgent } },
    ...{ mostBytes, mayCut, timeoutMs, signal },
    judge({ status, headers }) {
      if (status !== 200) throw new LinkFault(say`The page responded with ${String(status)}.`);
      const type = typeOf(headers);
      if (wanted === PAGE && !types.includes(type) && !SAYS_NOTHING.has(type)) throw wrongType(type);
    },
  });
  const type = typeOf(answer.headers);
  if (!types.includes(type) && !isWanted(answer.bytes)) throw wrongType(type);
  return answer;
}

/** Why there is no card, in a sentence for the link's author. */
class LinkFault extends Error {
  readonly words: Sentence;

  constructor(words: Sentence) {
    super(String(words));
    this.words = words;
  }
}

function reasonOf(error: unknown, signal: AbortSignal, timeoutMs: number): Sentence {
  if (signal.aborted) return say`The page did not respond within ${timeoutMs / 1000} seconds.`;
  return error instanceof LinkFault || error instanceof OutboundFault ? error.words : say`The page could not be read.`;
}

/** The server's own text, so limited to the length of a type. */
function typeWords(type: string): string | Sentence {
  const [known] = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.exec(type.trim()) ?? [];
  return known ?? say`something without a type`;
}

/** The first usable image of the page; a card does not need one. */
async function readThumb({ imageUrls }: PageFacts, options: LinkReaderOptions, signal: AbortSignal): Promise<Image | null> {
  for (const imageUrl of imageUrls.slice(0, MOST_PICTURES)) {
    const own = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(options.timeoutMs / MOST_PICTURES))]);
    const image = await readPicture(imageUrl, options, own);
    if (image || signal.aborted) return image;
  }
  return null;
}

async function readPicture(imageUrl: string, options: LinkReaderOptions, signal: AbortSignal): Promise<Image | null> {
  try {
    const { bytes } = await fetchWanted(imageUrl, PICTURE, options, signal);
    const image = await readImage(bytes, { longestSide: LONGEST_THUMB_SIDE });
    if (Math.min(image.width, image.height) < SHORTEST_THUMB_SIDE) return null;
    return await shrinkImage(image, THUMB);
  } catch {
    return null;
  }
}

/** The text of a page in the character set that the server or the page itself names (HTML Standard, encoding sniffing). */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const [, label] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  // Undeclared encodings are mostly UTF-8 today; a truncated page may end inside a character.
  const whole = bytes.subarray(0, bytes.lastIndexOf('>') + 1);
  const encoding = sniffEncoding(bytes, {
    ...(label && { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(whole) ? 'UTF-8' : 'windows-1252',
  });
  return decoderOf(encoding).decode(bytes);
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    // Node.js lacks three names of the standard, "replacement" among them.
    return new TextDecoder('windows-1252');
  }
}
