import { type Image, type ImageForm, readImage, shrinkImage } from '../media/read-image.ts';
import { decodeHtml } from './decode-html.ts';
import { LinkFault } from './link-fault.ts';
import { type PageFacts, readPage } from './read-page.ts';
import { fetchPublic, type Reach, type Wanted } from './safe-client.ts';

/** What a page gives for a card, or why there is none. */
export type LinkContent =
  | { kind: 'card'; title: string; description: string | null; siteName: string | null; image: Image | null }
  | { kind: 'missing'; reason: string };

/** Looks at the page behind a link. A network call: never in a transaction, never where somebody only reads. */
export interface LinkReader {
  /** Takes no longer than its own deadline and never throws. */
  read(link: string): Promise<LinkContent>;
}

export interface LinkReaderOptions extends Reach {
  /** For the page and its picture together. */
  timeoutMs: number;
}

const PAGE: Wanted = {
  types: ['text/html', 'application/xhtml+xml'],
  accept: 'text/html,application/xhtml+xml;q=0.9',
  mostBytes: 512 * 1024,
  mayCut: true,
};
const PICTURE: Wanted = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  accept: 'image/jpeg,image/png,image/webp,image/gif',
  mostBytes: 5 * 1024 * 1024,
  mayCut: false,
};
/** Bluesky takes no larger one (lexicon app.bsky.embed.external), and no network shows more pixels of it. */
const THUMB: ImageForm = { mostBytes: 1_000_000, isJpegOnly: true };
const LONGEST_THUMB_SIDE = 1_200;
/** Smaller ones are logos and counting pixels. */
const SHORTEST_THUMB_SIDE = 100;
/** At once in one process: pages and pictures are held in memory while they are read. */
const MOST_AT_ONCE = 16;

/** Reads pages of the public internet. The same link asked for twice at the same moment is read once. */
export function createLinkReader(options: LinkReaderOptions): LinkReader {
  const underWay = new Map<string, Promise<LinkContent>>();
  return {
    async read(link) {
      const standing = underWay.get(link);
      if (standing) return standing;
      if (underWay.size >= MOST_AT_ONCE) return { kind: 'missing', reason: 'Too many pages are being looked at just now.' };
      const reading = readLink(link, options).finally(() => underWay.delete(link));
      underWay.set(link, reading);
      return reading;
    },
  };
}

async function readLink(link: string, options: LinkReaderOptions): Promise<LinkContent> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const { bytes, contentType, url } = await fetchPublic(link, PAGE, options, signal);
    const page = readPage(decodeHtml(bytes, contentType), url);
    if (!page.title) return { kind: 'missing', reason: 'The page has no title.' };
    const { title, description, siteName } = page;
    return { kind: 'card', title, description, siteName, image: await readThumb(page, options, signal) };
  } catch (error) {
    return { kind: 'missing', reason: reasonOf(error, signal, options.timeoutMs) };
  }
}

function reasonOf(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `The page did not answer within ${timeoutMs / 1000} seconds.`;
  return error instanceof LinkFault ? error.message : 'The page could not be read.';
}

/** A card without its picture is still a card: whatever is wrong with the picture, there is none. */
async function readThumb({ imageUrls }: PageFacts, reach: Reach, signal: AbortSignal): Promise<Image | null> {
  const [imageUrl] = imageUrls;
  if (!imageUrl) return null;
  try {
    const { bytes } = await fetchPublic(imageUrl, PICTURE, reach, signal);
    const image = await readImage(bytes, LONGEST_THUMB_SIDE);
    if (Math.min(image.width, image.height) < SHORTEST_THUMB_SIDE) return null;
    return await shrinkImage(image, THUMB);
  } catch {
    return null;
  }
}
