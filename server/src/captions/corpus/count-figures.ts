import { RichText } from '@atproto/api';
import twitterText from 'twitter-text';
import { PLAIN_VOICE } from '../../access/workspace-policies.ts';
import type { Counting, Facet, Platform } from '../../platforms/platform.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { findFacets, toByteSpans } from '../../platforms/text/facets.ts';
import { measureText } from '../../platforms/text/text-length.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';

const PLATFORMS = NETWORKS.map(createWordsOnlyPlatform);

export interface Alterations {
  /** Posts that a network accepts unchanged, over all networks. */
  fitting: number;
  /** The network, the post and the altered text. */
  altered: [platform: string, source: string, text: string][];
}

/**
 * Counts the posts that are altered on networks that accept them unchanged: in their text, in what is sent,
 * or by an omission.
 */
export async function countAlterations(posts: readonly string[]): Promise<Alterations> {
  const counted: Alterations = { fitting: 0, altered: [] };
  for (const sourceText of posts) {
    const request = { sourceText, link: null, platforms: PLATFORMS, tone: null, language: null, voice: PLAIN_VOICE };
    for (const { platform: id, text, thread, omissions = [] } of await composeCaptions(request)) {
      const platform = PLATFORMS.find((each) => each.id === id);
      if (!platform || !takesAsItIs(platform, sourceText)) continue;
      counted.fitting += 1;
      if (text !== sourceText || thread.length + omissions.length > 0) counted.altered.push([id, sourceText, text]);
    }
  }
  return counted;
}

function takesAsItIs(platform: Platform, text: string): boolean {
  return platform.validate({ text, tags: [], thread: [], link: null }).every(({ field }) => field !== 'text');
}

/** A network that publishes its way of counting, as a library or as source. */
interface Reference {
  network: string;
  by: string;
  /** The length and the links, counted without the service's code. */
  read(text: string): string[];
  /** The same, counted by the service. */
  ours(text: string): string[];
  /** Texts that the library cannot count correctly. */
  isBeyond?(text: string): boolean;
}

export interface CountedNetwork {
  network: string;
  by: string;
  texts: number;
  /** The network's and the service's counts, where they differ. */
  differences: [text: string, network: string[], ours: string[]][];
}

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });
const ENCODER = new TextEncoder();

const REFERENCES: Reference[] = [
  {
    network: 'X',
    by: 'twitter-text: `parseTweet`, `extractEntitiesWithIndices`',
    read: (text) => [
      String(twitterText.parseTweet(text).weightedLength),
      ...twitterText.extractEntitiesWithIndices(text).flatMap((entity) => ('cashtag' in entity ? [] : [entity.indices.join('-')])),
    ],
    ours: (text) => [lengthOn('x', text), ...facetsOn('x', text).map(({ start, end }) => `${start}-${end}`)],
    // Newer emoji have weight 2 on X, like all others; the library, from 2020, counts them as several.
    isBeyond: (text) => (text.match(/\p{RGI_Emoji}/gv) ?? []).some((emoji) => twitterText.parseTweet(emoji).weightedLength !== 2),
  },
  {
    network: 'Bluesky',
    by: '@atproto/api: `RichText`, its length and links',
    read: (text) => {
      const rich = new RichText({ text });
      rich.detectFacetsWithoutResolution();
      const links = (rich.facets ?? []).filter(({ features: [feature] }) => feature?.$type === 'app.bsky.richtext.facet#link');
      const spans = links.map(({ index: { byteStart, byteEnd } }) => `${byteStart}-${byteEnd}`);
      return [`${rich.graphemeLength}, ${rich.length} bytes`, ...spans];
    },
    ours: (text) => {
      const links = facetsOn('bluesky', text).filter(({ kind }) => kind === 'link');
      const spans = toByteSpans(text, links).map(({ start, end }) => `${start}-${end}`);
      return [`${lengthOn('bluesky', text)}, ${measureText(text, { unit: 'bytes' })} bytes`, ...spans];
    },
  },
  {
    network: 'Mastodon',
    by: 'its `StatusLengthValidator` with the patterns of `twitter_regex.rb` and `Account::MENTION_RE`',
    read: (text) => [String(mastodonLength(text))],
    ours: (text) => [lengthOn('mastodon', text)],
  },
  {
    network: 'Threads',
    by: 'UTF-8 bytes',
    read: (text) => [String(ENCODER.encode(text).length)],
    ours: (text) => [lengthOn('threads', text)],
  },
];

/** Where the service counts or links differently than the network itself, over these texts. */
export function countDifferences(texts: readonly string[]): CountedNetwork[] {
  return REFERENCES.map(({ network, by, read, ours, isBeyond }) => {
    const judged = texts.filter((text) => !isBeyond?.(text));
    const pairs = judged.map((text): [string, string[], string[]] => [text, read(text), ours(text)]);
    return { network, by, texts: judged.length, differences: pairs.filter(([, theirs, own]) => theirs.join() !== own.join()) };
  });
}

function lengthOn(id: string, text: string): string {
  const limit = NETWORKS.find((network) => network.id === id)?.limits.find(({ field, when }) => field === 'text' && !when);
  if (!limit) throw new Error(`${id} limits no text.`);
  return String(measureText(text, limit as Counting));
}

function facetsOn(id: string, text: string): Facet[] {
  return findFacets(text, NETWORKS.find((network) => network.id === id)?.syntax);
}

/** A pattern of twitter-text, from which Mastodon's own patterns are built. */
const patternOf = (name: string): string => (twitterText as unknown as { regexen: Record<string, RegExp> }).regexen[name]?.source ?? '';

const INSIDE = '[^\\s<>()?]';
const BALANCED = `\\((?:${INSIDE}+|${INSIDE}*\\(${INSIDE}+\\)${INSIDE}*)\\)`;
const ENDING = `(?:[^\\s()?!*"'「」<>;:=,.$%\\[\\]~&|@]|${BALANCED})`;
const PATH = `(?:${INSIDE}*(?:${BALANCED}${INSIDE}*)*${ENDING}|${INSIDE}+/)`;
const BEYOND_ASCII = '\\u00a0-\\uffff';
const QUERY = `\\?[a-z0-9!?*'();:&=+$/%#\\[\\]\\-_.,~|@\\^${BEYOND_ASCII}]*[a-z0-9_&=#/\\-${BEYOND_ASCII}]`;
const MASTODON_LINK = new RegExp(
  `(${patternOf('validUrlPrecedingChars')})(https?://(?:${patternOf('validDomain')})(?::[0-9]+)?(?:/${PATH}*)?(?:${QUERY})?)`,
  // Not by code points: the patterns of twitter-text are older.
  'gi',
);
const MASTODON_MENTION =
  /(?<![=/\p{L}\p{M}\p{N}_])(@[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{M}\p{N}_]+(?:[.-]+[\p{L}\p{M}\p{N}_]+)*(?!@|:\/\/)/giu;

/** Links count 23, mentions of remote accounts count without their host. */
function mastodonLength(text: string): number {
  const written = text.replace(MASTODON_LINK, `$1${'x'.repeat(23)}`).replace(MASTODON_MENTION, '$1');
  // Ruby up to 3.4 lacks the rule for conjuncts, which joins two Indic consonants by a virama.
  const parted = written.replace(/([\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d])(?=\p{Lo})/gu, '$1\n').replace(/\r\n/g, '\n');
  const breaks = parted.length - written.replace(/\r\n/g, '\n').length;
  return [...SEGMENTER.segment(parted)].length - breaks;
}
