import { isSameJson, restOf, type TargetPost, type TargetTemplate, templateFrom, textsOf } from '../../approvals/standing/template.ts';
import { tokensOf } from '../../approvals/standing/tokens.ts';
import type { Json } from '../../platforms/platform.ts';
import type { Decided } from './history.ts';

/** Fewer examples show no habit. */
export const FEWEST_SIGNED = 5;
/** The share of matching posts that must have been signed unchanged. */
const SHARE_SIGNED = 0.9;
/** Two posts are alike if this share of their words is equal. */
const SHARE_ALIKE = 0.5;

export interface Pattern {
  template: TargetTemplate[];
  decided: number;
  signed: number;
  /** The signed ones. */
  examples: Decided[];
}

/** The kinds of posts that people sign unchanged, most frequent first. Deterministic. */
export function findPatterns(history: readonly Decided[]): Pattern[] {
  const clear = history.filter(({ targets }) => targets.length > 0 && targets.every(({ post, connectionId }) => post && connectionId));
  const patterns = [...Map.groupBy(clear, ({ targets }) => shapeOf(targets)).values()].flatMap(alike).flatMap((group): Pattern[] => {
    const examples = group.filter(({ outcome, hasFindings, isAskedBefore }) => outcome === 'signed' && !hasFindings && !isAskedBefore);
    const signed = group.filter(({ outcome }) => outcome === 'signed').length;
    if (examples.length < FEWEST_SIGNED || signed / group.length < SHARE_SIGNED) return [];
    const template = templateFrom(examples.map(({ targets }) => targets));
    return template ? [{ template, decided: group.length, signed, examples }] : [];
  });
  return patterns.toSorted((one, other) => other.signed - one.signed);
}

/** The targets and the structure of their texts, independent of the words, dates and numbers in them. */
function shapeOf(targets: readonly TargetPost[]): string {
  return JSON.stringify(
    targets.map(({ platform, connectionId, post }) => {
      if (!post) return null;
      const texts = Object.entries(textsOf(post)).map(
        ([field, text]): Json => [field, ...tokensOf(text).map(({ kind, text: literal }) => (kind === 'other' ? `=${literal}` : kind))],
      );
      return [platform, connectionId, texts, restOf(post)];
    }),
  );
}

/** Groups posts of one shape by their words: each joins the first group whose first post is similar. */
function alike(posts: readonly Decided[]): Decided[][] {
  const groups: { words: string[]; posts: Decided[] }[] = [];
  for (const post of posts) {
    const words = wordsOf(post.targets);
    const group = groups.find((each) => areAlike(each.words, words));
    if (group) group.posts.push(post);
    else groups.push({ words, posts: [post] });
  }
  return groups.map((group) => group.posts);
}

function wordsOf(targets: readonly TargetPost[]): string[] {
  return targets
    .flatMap(({ post }) => (post ? Object.values(textsOf(post)) : []))
    .flatMap(tokensOf)
    .flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const same = one.filter((word, index) => word === other[index]).length;
  return one.length > 0 && same / one.length >= SHARE_ALIKE;
}

/** Whether two templates differ only in what their slots accept. */
export function isSamePattern(one: readonly TargetTemplate[], other: readonly TargetTemplate[]): boolean {
  return isSameJson(literalsOf(one), literalsOf(other));
}

const literalsOf = (template: readonly TargetTemplate[]): Json =>
  template.map(({ platform, connectionId, texts, rest, seen }) => ({
    platform,
    connectionId,
    rest,
    hasCombinations: seen !== undefined,
    texts: Object.fromEntries(
      Object.entries(texts).map(([field, pieces]) => [
        field,
        pieces.map((piece) => (typeof piece === 'string' ? piece : { slot: piece.kind })),
      ]),
    ),
  }));
