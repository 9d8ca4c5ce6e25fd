import { PLAIN_VOICE, type Voice } from '../../access/workspace-policies.ts';
import type { Platform } from '../../platforms/platform.ts';
import { isLinkIn } from '../../platforms/preview-post.ts';
import { findFacets } from '../../platforms/text/facets.ts';
import { isMarkdown } from '../../platforms/text/markup/markdown-text.ts';
import type { OmissionReason } from '../../platforms/text/omission.ts';
import { isSalutation } from '../../platforms/text/post-title.ts';
import { fitsLimits, fittingLength, type TextLimit, textLimits } from '../../platforms/text/text-limits.ts';
import { writeThread } from '../../platforms/text/thread.ts';
import type { CaptionRequest, GeneratedCaption } from '../caption-generator.ts';
import { applyVoice, limitsOfLength, saysNone } from './apply-voice.ts';
import { createOmissionFinder, type OmissionFinder } from './find-omissions.ts';
import type { Piece, Source } from './read-document.ts';
import { readSource } from './read-source.ts';

/** The number of cuts that are tried, from the latest that could fit. */
const MOST_TRIED = 40;
const LONGEST_HEADING = 80;
const LINK_BELOW = /^(.*\S)\s*\n(https?:\/\/\S+)$/s;

/** The parsed input, before any platform is considered. */
interface Writing {
  request: CaptionRequest;
  source: Source;
  voice: Voice;
  findOmissions: OmissionFinder;
}

/** The posts for a platform, and how much of the source they contain. */
interface Posts {
  parts: string[];
  refused: string[];
  /** Null if nothing was truncated. */
  keptPercent: number | null;
}

/**
 * Captions for each platform from the source's own words, by one rule: as written if that fits, otherwise as
 * a thread if the platform has them, otherwise whole leading paragraphs and the link, marked with their share
 * of the source. If none of it fits, the caption is empty, and a person must write it. No model, no network,
 * nothing is added.
 */
export async function composeCaptions(request: CaptionRequest): Promise<GeneratedCaption[]> {
  if (request.voice?.wording === 'exact') return request.platforms.map((platform) => exactCaption(platform, request));
  const voice = request.voice ?? PLAIN_VOICE;
  const read = await readSource(request.sourceText);
  const source = { ...read, plain: applyVoice(read.plain, voice), markdown: read.markdown && applyVoice(read.markdown, voice) };
  const findOmissions = createOmissionFinder(request.sourceText, read, source);
  return request.platforms.map((platform) => writeCaption(platform, { request, source, voice, findOmissions }));
}

/** The source itself to the last character; the checks report what does not fit. */
function exactCaption(platform: Platform, request: CaptionRequest): GeneratedCaption {
  const { sourceText: text } = request;
  const caption = { platform: platform.id, text, thread: [], tags: writtenTags(platform, [text], []) };
  return withLostLink(platform, caption, request, 'no_place');
}

function writeCaption(platform: Platform, writing: Writing): GeneratedCaption {
  const { request, source, voice, findOmissions } = writing;
  const { parts, refused, keptPercent } = postsFor(platform, writing);
  const [text = '', ...thread] = parts;
  const tags = writtenTags(platform, parts, source.tags).filter(saysNone(voice.bannedWords));
  const omissions = findOmissions({ posts: parts, refused, isWhole: keptPercent === null });
  const words = { platform: platform.id, text, thread, tags: tags.slice(0, voice.maxTags ?? tags.length), omissions };
  return withLostLink(platform, keptPercent === null ? words : { ...words, keptPercent }, request, 'too_long');
}

function postsFor(platform: Platform, { request, source, voice }: Writing): Posts {
  const { markdown } = source;
  // Without structure of its own, its markup characters would be displayed.
  const pieces = platform.readsMarkdown && markdown && isMarkdown(textOf(markdown)) ? markdown : source.plain;
  const limits = limitsOfLength(textLimits(platform.rules), voice.length);
  const mostParts = voice.length === 'short' ? 1 : ruleMax(platform, 'thread', 1);
  const link = request.link?.trim() || null;
  // A given link is sent in its own field if the platform has one.
  const given = platform.carriesLink ? null : link;
  const write = (text: string, address: string | null): Omit<Posts, 'keptPercent'> | null => {
    // Content that the platform refuses is removed before anything is counted.
    const {
      parts: [accepted = ''],
      refused,
    } = platform.trim([text]);
    const parts = accepted.trim() === '' ? null : layOut(withLink(platform, accepted, address), limits, mostParts);
    if (parts === null) return null;
    const trimmed = platform.trim(parts, voice.maxTags ?? undefined);
    return { parts: trimmed.parts, refused: [...refused, ...trimmed.refused] };
  };

  const all = textOf(pieces);
  const whole = write(all, given) ?? (given === null ? null : write(all, null));
  if (whole) return { ...whole, keptPercent: null };
  const leadsTo = link === null ? (source.link ?? onlyLinkIn(all)) : given;
  const room = fittingLength(
    all,
    limits.map((limit) => ({ ...limit, max: limit.max * mostParts })),
  );
  for (const { text, percent } of beginningsOf(pieces, room)) {
    const shortened = write(text, leadsTo);
    if (shortened) return { ...shortened, keptPercent: percent };
  }
  return { parts: [''], refused: [], keptPercent: 0 };
}

function layOut(text: string, limits: readonly TextLimit[], mostParts: number): string[] | null {
  if (fitsLimits(text, limits)) return [text];
  if (mostParts < 2) return null;
  // A text that only its link makes too long stays whole, with the link below it.
  const [, words = '', link = ''] = LINK_BELOW.exec(text) ?? [];
  if (words !== '' && fitsLimits(words, limits)) return [words, link];
  return writeThread(text, limits, mostParts);
}

/**
 * Whole leading paragraphs, longest first; none that ends with an announcement. In one pass: there may be
 * thousands.
 */
function beginningsOf(pieces: readonly Piece[], room: number): { text: string; percent: number }[] {
  const all = textOf(pieces);
  const total = lettersIn(all) || 1;
  const ends: { end: number; letters: number }[] = [];
  let [begin, letters] = [0, 0];
  for (const piece of pieces.slice(0, -1)) {
    const end = begin + piece.text.length;
    if (end > room) break;
    letters += lettersIn(piece.text);
    if (!announces(piece)) ends.push({ end, letters });
    begin = end + gapAfter(piece).length;
  }
  const tried = ends.slice(-MOST_TRIED).reverse();
  return tried.map(({ end, letters: kept }) => ({
    text: all.slice(0, end),
    percent: Math.min(99, Math.max(1, Math.round((kept / total) * 100))),
  }));
}

function announces({ text, gap, isHeading }: Piece): boolean {
  const line = text.slice(text.lastIndexOf('\n') + 1).trim();
  const isLineAlone =
    !text.includes('\n') &&
    /\n\s*\n/.test(gap) &&
    line.length <= LONGEST_HEADING &&
    !/[.!?…。！？؟।)"”’»]$|https?:\S+$|^[#＃•]/u.test(line);
  return isHeading === true || isSalutation(text) || /[:：?？؟]$/.test(line) || isLineAlone;
}

const gapAfter = ({ gap }: Piece): string => gap || '\n\n';

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece, index) => (index === pieces.length - 1 ? piece.text : piece.text + gapAfter(piece))).join('');

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Below the text, if readers can click it there and would not find it otherwise. */
function withLink(platform: Platform, text: string, link: string | null): string {
  if (link === null || text.includes(link) || !isWholeLink(link)) return text;
  const { parts, linkCard } = platform.preview({ text: 'https://example.org/', tags: [], thread: [], link });
  const isClickable = parts.some(({ facets }) => facets.some(({ kind }) => kind === 'link'));
  return isClickable || linkCard === null ? `${text}\n\n${link}` : text;
}

function isWholeLink(url: string): boolean {
  const [facet] = findFacets(url);
  return facet?.kind === 'link' && facet.start === 0 && facet.end === url.length;
}

/** The link if there is exactly one: readers find the rest there. */
function onlyLinkIn(text: string): string | null {
  const links = new Set(findFacets(text).flatMap(({ kind, target }) => (kind === 'link' ? [target] : [])));
  const [only] = links;
  return links.size === 1 && only !== undefined ? only : null;
}

/** The tags of the author: in the text, or in the fields of a document; each once. */
function writtenTags(platform: Platform, parts: readonly string[], given: readonly string[]): string[] {
  const [text = '', ...thread] = parts;
  const inText = platform.preview({ text, tags: [], thread, link: null }).parts.flatMap(({ facets }) => facets);
  const found = platform.tagsIn === 'field' ? parts.flatMap((part) => findFacets(part)) : inText;
  const all = [...(platform.tagsIn === 'field' ? given : []), ...found.flatMap(({ kind, target }) => (kind === 'tag' ? [target] : []))];
  const unique = [...new Map(all.map((tag) => [tag.toLowerCase(), tag])).values()];
  if (platform.tagsIn === 'none') return [];
  const taken = platform.tagsIn === 'field' ? unique.filter((tag) => isTagOf(platform, tag)) : unique;
  return taken.slice(0, ruleMax(platform, 'tags', taken.length));
}

/** Whether the platform accepts it as a tag on its own. */
function isTagOf(platform: Platform, tag: string): boolean {
  return platform.validate({ text: `#${tag}`, tags: [tag], thread: [], link: null }).every(({ field }) => field !== 'tags');
}

function ruleMax(platform: Platform, field: 'thread' | 'tags', otherwise: number): number {
  return platform.rules.find((rule) => rule.field === field)?.max ?? otherwise;
}

/** Adds an omission for the source's link if the post would be published without it. */
function withLostLink(
  platform: Platform,
  caption: GeneratedCaption,
  { link, sourceText }: CaptionRequest,
  reason: OmissionReason,
): GeneratedCaption {
  const { text, thread, omissions = [] } = caption;
  const given = link?.trim();
  const isThere = !given || platform.carriesLink || [text, ...thread].some((part) => part.includes(given));
  if (isThere || isLinkIn(given, platform.preview({ text, tags: [], thread, link: null }).parts)) return { ...caption, omissions };
  // It is passed next to the source, so its position is the end.
  const place = { start: sourceText.length, end: sourceText.length };
  return { ...caption, omissions: [...omissions, { text: given, reason, ...place, isEssential: true }] };
}
