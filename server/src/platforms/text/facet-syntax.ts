/** What a network links in a text, by its syntax. */
export interface FacetSyntax {
  links: boolean;
  /** Addresses without https:// are linked too. */
  nakedLinks?: true;
  tags: keyof typeof TAG_SHAPES | null;
  mentions: keyof typeof MENTION_SHAPES | null;
  /** twitter-text finds everything, including links without https://. */
  isTwitter?: true;
}

const INNER = '[\\p{L}\\p{M}\\p{N}_\\u00b7\\u30fb\\u200c\\u200d]';

export const TAG_SHAPES = {
  /** Bluesky's rule: after a space or a bracket, up to the next space. */
  spaced: /(?<=^|[\s([{«“"'])[#＃][^\s#＃\u00ad\u200a-\u200d\u2060\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f\u300c-\u300f\p{Me}]+/gu,
  /** As Mastodon finds them (HASHTAG_RE in app/models/tag.rb): not after an equals sign, a slash or a closing bracket. */
  mastodon: new RegExp(`(?<![=/)\\p{Alphabetic}\\p{N}_])[#＃]${INNER}+`, 'gu'),
  /** Letters, digits and underscores, as most networks have it. */
  word: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_&/#＃])[#＃]${INNER}+`, 'gu'),
} as const;

export const MENTION_SHAPES = {
  /** "@name" and "@name@host"; also a domain as a name. */
  any: /(?<![\p{L}\p{N}_@./])@[A-Za-z0-9_][A-Za-z0-9_.-]*(?:@[A-Za-z0-9.-]+)?/gu,
  /** "@name" with dots and underscores. */
  handle: /(?<![\p{L}\p{N}_@./])@[A-Za-z0-9_][A-Za-z0-9_.]*/gu,
  /** A domain as a name: Bluesky's handles. */
  domain: /(?<![\p{L}\p{N}_@./-])@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?![\w@-])/giu,
  /** NIP-27: the account's key itself, in bech32. */
  nostr: /(?<![\p{L}\p{N}_/:])nostr:(?:npub1|nprofile1)[ac-hj-np-z02-9]{20,500}(?![\p{L}\p{N}_])/giu,
  /** Telegram's: 5 to 32 letters, digits and underscores, a letter first. */
  telegram: /(?<![\p{L}\p{N}_@./])@[A-Za-z][A-Za-z0-9_]{4,31}(?![A-Za-z0-9_])/gu,
  /** "u/name" and "r/name", a slash before it or not. */
  reddit: /(?<![\p{L}\p{N}_./-])\/?[ur]\/[A-Za-z0-9_-]{3,21}(?![A-Za-z0-9_/-])/gu,
} as const;

/** Links, tags and mentions of any kind: never to be cut, on any network. */
export const ANY_SYNTAX: FacetSyntax = { links: true, nakedLinks: true, tags: 'spaced', mentions: 'any' };

/** Only links: mentions need an id that only the network knows, and tags are plain text. */
export const LINKS_ONLY: FacetSyntax = { links: true, tags: null, mentions: null };

/** Nothing is clickable in the text itself. */
export const PLAIN_TEXT: FacetSyntax = { links: false, tags: null, mentions: null };
