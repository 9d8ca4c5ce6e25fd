import { Parser } from 'htmlparser2';
import { graphemeStart } from '../platforms/text/graphemes.ts';

/** A page's description of itself: untrusted text, sanitised. */
export interface PageFacts {
  title: string | null;
  description: string | null;
  siteName: string | null;
  /** Whole addresses, the page's first choice first. */
  imageUrls: string[];
}

/** In UTF-16 units. LinkedIn accepts 400 and 4,086; no network shows more than this, and signers read all of it. */
const MOST_TITLE = 300;
const MOST_DESCRIPTION = 300;
const MOST_SITE_NAME = 100;
const MOST_TITLE_TEXT = 2_000;
/** Real pages are less deep. The parser scans all open elements at each tag: 500 KB of "<svg>" took it half a minute. */
const DEEPEST = 1_000;

/** A page may name several images. */
const MOST_OF_A_NAME = 5;

/** Limits reading, so a page with one endless word costs nothing. */
const MOST_READ = 10_000;
/**
 * Control characters, changes of text direction, invisible and private characters; except the two joiners, which
 * Persian and emoji need.
 */
const UNSEEN = /[^\P{C}\u200c\u200d]/gu;
/** No language stacks more marks than this on a letter. */
const STACKED = /(\p{M}{4})\p{M}+/gu;

/** By Open Graph (ogp.me), else by X's card markup, else by plain HTML. */
const TITLES = ['og:title', 'twitter:title', 'title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const IMAGES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src'];

/** Reads the `<meta>` and `<title>` of a page, anywhere in it. */
export function readPage(html: string, base: URL): PageFacts {
  const contents = collect(html);
  const first = (names: readonly string[], most: number) => {
    for (const name of names) {
      const text = cleanText(contents.get(name)?.[0] ?? '', most);
      if (text) return text;
    }
    return null;
  };
  return {
    title: first(TITLES, MOST_TITLE),
    description: first(DESCRIPTIONS, MOST_DESCRIPTION),
    siteName: first(['og:site_name'], MOST_SITE_NAME),
    imageUrls: [...new Set(IMAGES.flatMap((name) => contents.get(name) ?? []).flatMap((link) => addressOf(link, base)))],
  };
}

/** By name, in the order of the page. */
function collect(html: string): Map<string, string[]> {
  const contents = new Map<string, string[]>();
  const say = (name: string, text: string): void => {
    const known = contents.get(name) ?? [];
    if (text.trim() && known.length < MOST_OF_A_NAME) contents.set(name, [...known, text]);
  };
  let title: string | null = null;
  let drawings = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      depth += 1;
      if (depth > DEEPEST) parser.pause();
      if (name === 'svg') drawings += 1;
      if (name === 'title' && drawings === 0) title = '';
      if (name === 'meta' && content) say((property ?? metaName ?? '').trim().toLowerCase(), content);
    },
    ontext(text) {
      if (title !== null && title.length < MOST_TITLE_TEXT) title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'svg') drawings -= 1;
      if (name !== 'title' || title === null) return;
      say('title', title);
      title = null;
    },
  });
  parser.end(html);
  return contents;
}

function addressOf(link: string, base: URL): string[] {
  const written = link.trim();
  if (!written || !URL.parse(written, base.href)) return [];
  const { href, protocol } = new URL(written, base.href);
  return protocol === 'https:' || protocol === 'http:' ? [href] : [];
}

/** Sanitises untrusted text to one line of at most this many UTF-16 units; null if nothing is left. */
function cleanText(text: string, most: number): string | null {
  const line = text.slice(0, MOST_READ).replace(/\s+/gu, ' ').replace(UNSEEN, '').replace(STACKED, '$1').replace(/ +/g, ' ').trim();
  if (line === '') return null;
  return line.length <= most ? line : `${line.slice(0, graphemeStart(line, most - 1)).trimEnd()}…`;
}
