import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Json, JsonObject, Post, PostMedia } from '../../platforms/platform.ts';
import { fits, type Slot, slotFrom } from './slots.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A stretch that stands as it was signed, or a slot. */
export type Piece = string | Slot;

/** What goes to one account: its texts with their slots, and everything else to the letter. */
export interface TargetTemplate {
  platform: string;
  connectionId: string;
  /** By `text`, `title` and `thread/0`. */
  texts: Record<string, Piece[]>;
  /** The link, the tags, the pictures by their hashes, the card and who is mentioned. */
  rest: JsonObject;
}

/** What is about to go to one account. */
export interface TargetPost {
  platform: string;
  connectionId: string | null;
  /** Null in rows from before it was kept. */
  post: Post | null;
}

/** More than this is no template any more, but a form. */
const MOST_SLOTS = 12;

/** The texts of a post by their place. */
export function textsOf({ text, title, thread }: Post): Record<string, string> {
  return {
    text,
    ...(title && { title }),
    ...Object.fromEntries(thread.map((part, index) => [`thread/${index}`, part])),
  };
}

/** Everything of a post but its texts, as far as it goes out. */
export function restOf({ link, tags, media = [], card, mentions = {} }: Post): JsonObject {
  const rest = {
    link,
    tags,
    pictures: media.map(pictureOf),
    card: card ? { ...card, image: card.image ? pictureOf(card.image) : null } : null,
    mentions: { ...mentions },
  };
  return JSON.parse(JSON.stringify(rest)) as JsonObject;
}

const pictureOf = ({ kind, altText = '', file }: PostMedia) => ({ kind, altText, sha256: file?.sha256 ?? null });

export const isSameJson = (one: Json, other: Json): boolean => canonicalize(one) === canonicalize(other);

/**
 * The template that all of these examples follow, each of them the posts of one draft; null where they differ in anything that is not a
 * date, a time, a number or a word, or in too much. The same examples give the same template.
 */
export function templateFrom(examples: readonly (readonly TargetPost[])[]): TargetTemplate[] | null {
  const [first] = examples;
  if (!first || first.length === 0) return null;
  const targets = first.map((_, index) => targetFrom(examples.map((targets) => targets[index])));
  if (examples.some(({ length }) => length !== first.length)) return null;
  return targets.every((target) => target !== null) ? targets : null;
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

/** More words have to stand than may change: what is all slots says nothing that anybody has signed. */
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

/** Where a text leaves its template; null where it does not. */
export function deviationOf(pieces: readonly Piece[], text: string): { found: string; wanted: Piece } | null {
  const tokens = tokensOf(text);
  for (let index = 0; index < Math.max(pieces.length, tokens.length); index += 1) {
    const [wanted = '', token] = [pieces[index], tokens[index]];
    if (!token || pieces[index] === undefined || !isAsWanted(wanted, token)) return { found: token?.text ?? '', wanted };
  }
  return null;
}

const isAsWanted = (wanted: Piece, token: Token): boolean => (typeof wanted === 'string' ? token.text === wanted : fits(wanted, token));

/** Texts that stand beside each other as one. */
export function joined(pieces: readonly Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else all.push(piece);
    return all;
  }, []);
}

/** Stands for the template: what a person has seen is what they sign. */
export function hashOfTemplate(targets: readonly TargetTemplate[]): string {
  return createHash('sha256')
    .update(canonicalize(targets) ?? '', 'utf8')
    .digest('hex');
}
