import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Json, JsonObject, Post, PostMedia } from '../../platforms/platform.ts';
import { fits, isClosedList, isFixedWord, type Slot, slotFrom, type Token, tokensOf, wordsInOrder } from './slots.ts';

/** A fixed piece of text, as signed, or a slot. */
export type Piece = string | Slot;

/** One account's template: texts with slots, and everything else literal. */
export interface TargetTemplate {
  platform: string;
  connectionId: string;
  /** By `text`, `title` and `thread/0`. */
  texts: Record<string, Piece[]>;
  /**
   * The words in its open slots, in order, for each signed combination; row by row the same posts in every target.
   * Absent without open slots, and in templates from before combinations were stored.
   */
  seen?: string[][];
  /** The link, tags, image hashes, card, mentions and settings. */
  rest: JsonObject;
}

/** The post for one account. */
export interface TargetPost {
  platform: string;
  connectionId: string | null;
  /** Null in rows from before it was stored. */
  post: Post | null;
}

/** With more slots the template would be a form. */
const MOST_SLOTS = 12;
/** A signer would not read more combinations than this. */
const MOST_COMBINATIONS = 40;

/** The texts of a post by field. */
export function textsOf({ text, title, thread }: Post): Record<string, string> {
  return {
    text,
    ...(title && { title }),
    ...Object.fromEntries(thread.map((part, index) => [`thread/${index}`, part])),
  };
}

/** Everything published of a post except its texts. */
export function restOf({ link, tags, media = [], card, mentions = {}, settings }: Post): JsonObject {
  const rest = {
    link,
    tags,
    pictures: media.map(pictureOf),
    card: card ? { ...card, image: card.image ? pictureOf(card.image) : null } : null,
    mentions: { ...mentions },
    ...(settings && { settings: { ...settings } }),
  };
  return JSON.parse(JSON.stringify(rest)) as JsonObject;
}

const pictureOf = ({ kind, altText = '', file, cover, subtitles }: PostMedia) => ({
  kind,
  altText,
  sha256: file?.sha256 ?? null,
  ...(kind === 'video' && {
    cover: cover ? { sha256: cover.file?.sha256 ?? null, atMs: cover.atMs ?? null, sentAs: cover.sentAs } : null,
    subtitles: subtitles ? { sha256: subtitles.file.sha256, language: subtitles.language, isSent: subtitles.isSent } : null,
  }),
});

/** Pictures as a template signs them. One of 0.7 or before names no cover and no subtitles: it lets through videos without. */
export function signedPicturesOf({ rest: { pictures = [] } }: TargetTemplate): JsonObject[] {
  return (pictures as JsonObject[]).map((picture) => (picture.kind === 'video' ? { cover: null, subtitles: null, ...picture } : picture));
}

export const isSameJson = (one: Json, other: Json): boolean => canonicalize(one) === canonicalize(other);

/**
 * The template of these examples, each the posts of one draft; null if they differ in more than dates, times, numbers
 * and variable words, or in too much. Deterministic.
 */
export function templateFrom(examples: readonly (readonly TargetPost[])[]): TargetTemplate[] | null {
  const [first] = examples;
  if (!first || first.length === 0) return null;
  const targets = first.map((_, index) => targetFrom(examples.map((targets) => targets[index])));
  if (examples.some(({ length }) => length !== first.length)) return null;
  return targets.every((target) => target !== null) ? withCombinations(targets, examples) : null;
}

function withCombinations(targets: readonly TargetTemplate[], examples: readonly (readonly TargetPost[])[]): TargetTemplate[] | null {
  if (!targets.some(({ texts }) => openSlots(texts).length > 0)) return [...targets];
  const rows = examples.map((posts) => targets.map((target, index) => openWords(target, posts[index]?.post)));
  const different = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  if (different.length > MOST_COMBINATIONS) return null;
  return targets.map((target, index) => ({ ...target, seen: different.map((row) => row[index] ?? []) }));
}

type WordSlot = Extract<Slot, { kind: 'word' }>;

const isOpen = (piece: Piece): piece is WordSlot => typeof piece !== 'string' && piece.kind === 'word' && !isClosedList(piece);
const openSlots = (texts: Record<string, Piece[]>): WordSlot[] => Object.values(texts).flat().filter(isOpen);

/** The values in the open slots of a matching post. */
function openWords({ texts }: TargetTemplate, post: Post | null | undefined): string[] {
  const written: Record<string, string> = post ? textsOf(post) : {};
  return Object.entries(texts).flatMap(([field, pieces]) => {
    const tokens = tokensOf(written[field] ?? '');
    return pieces.flatMap((piece, index) => (isOpen(piece) ? (tokens[index]?.text ?? '') : []));
  });
}

/** The words in open slots, if no signed post had this combination; otherwise null. */
export function unseenWords(template: readonly TargetTemplate[], targets: readonly TargetPost[]): string[] | null {
  const [first] = template;
  if (!first?.seen) return null;
  const words = template.map((target, index) => openWords(target, targets[index]?.post));
  const isSeen = first.seen.some((_, row) => template.every(({ seen }, index) => isSameJson(seen?.[row] ?? null, words[index] ?? null)));
  return isSeen ? null : words.flat();
}

/**
 * Whether a template accepts combinations of words that were never seen together, or a word that must not vary:
 * templates from before combinations were stored, with more than one open slot.
 */
export function recombines(template: readonly TargetTemplate[]): boolean {
  const slots = template.flatMap(({ texts }) => openSlots(texts));
  if (slots.some(({ words }) => words.some(isFixedWord))) return true;
  return slots.length > 1 && template.some(({ seen }) => seen === undefined);
}

function targetFrom(posts: readonly (TargetPost | undefined)[]): TargetTemplate | null {
  const [first] = posts;
  if (!first?.post || !first.connectionId) return null;
  const { platform, connectionId, post } = first;
  const rest = restOf(post);
  const texts: Record<string, Piece[]> = {};
  for (const each of posts) {
    if (each?.platform !== platform || each.connectionId !== connectionId || !each.post || !isSameJson(restOf(each.post), rest))
      return null;
    if (Object.keys(textsOf(each.post)).join() !== Object.keys(textsOf(post)).join()) return null;
  }
  for (const field of Object.keys(textsOf(post))) {
    const pieces = piecesFrom(posts.map((each) => (each?.post ? (textsOf(each.post)[field] ?? '') : '')));
    if (!pieces) return null;
    texts[field] = pieces;
  }
  const slots = Object.values(texts)
    .flat()
    .filter((piece) => typeof piece !== 'string');
  return slots.length > MOST_SLOTS || !saysSomething(texts) ? null : { platform, connectionId, texts, rest };
}

/** Fixed words must outnumber slots: a text of slots only has no signed content. */
function saysSomething(texts: Record<string, Piece[]>): boolean {
  const pieces = Object.values(texts).flat();
  const words = pieces.filter((piece) => typeof piece === 'string' && tokensOf(piece).some(({ kind }) => kind === 'word')).length;
  return words > pieces.filter((piece) => typeof piece !== 'string' && piece.kind === 'word').length;
}

function piecesFrom(texts: readonly string[]): Piece[] | null {
  const tokens = texts.map(tokensOf);
  const [first] = tokens;
  if (!first || tokens.some(({ length }) => length !== first.length)) return null;
  const pieces = first.map((token, index): Piece | null => {
    const examples = tokens.flatMap((each) => each[index] ?? []);
    return examples.every(({ text }) => text === token.text) ? token.text : slotFrom(examples);
  });
  return pieces.every((piece) => piece !== null) ? pieces : null;
}

/** Where a text deviates from its template; null if it does not. */
export function deviationOf(pieces: readonly Piece[], text: string): { found: string; wanted: Piece } | null {
  const tokens = tokensOf(text);
  for (let index = 0; index < Math.max(pieces.length, tokens.length); index += 1) {
    const [wanted = '', token] = [pieces[index], tokens[index]];
    if (!token || pieces[index] === undefined || !isAsWanted(wanted, token)) return { found: token?.text ?? '', wanted };
  }
  return null;
}

const isAsWanted = (wanted: Piece, token: Token): boolean => (typeof wanted === 'string' ? token.text === wanted : fits(wanted, token));

/** The pieces for readers: adjacent texts are merged, and weekdays and months are in the order of the calendar. */
export function joined(pieces: readonly Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else all.push(typeof piece !== 'string' && piece.kind === 'word' ? { ...piece, words: wordsInOrder(piece) } : piece);
    return all;
  }, []);
}

/** Identifies the template, so the signed one is the one that was displayed. */
export function hashOfTemplate(targets: readonly TargetTemplate[]): string {
  return createHash('sha256')
    .update(canonicalize(targets) ?? '', 'utf8')
    .digest('hex');
}
