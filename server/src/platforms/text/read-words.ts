import type { NetworkRules } from '../network-rules.ts';
import type { Facet, Post } from '../platform.ts';
import { networkFacets, plainNames } from './network-facets.ts';
import { splitTitle } from './post-title.ts';
import { storableText } from './storable-text.ts';

const READ = Symbol('read');

/** A text as a network shows it, and what is clickable in it. Only readWords() makes one. */
export interface ReadText {
  readonly text: string;
  /** In order, without overlaps. */
  readonly facets: readonly Facet[];
  readonly [READ]: true;
}

/**
 * The words of a post, read once for a network. Its payload and its preview are both made from this value: neither
 * has the source text, so a second reading, which could differ, does not compile.
 */
export interface PostWords {
  /** Null on a network without titles. */
  readonly title: string | null;
  /** The first post and, in a thread, those after it. */
  readonly parts: readonly [ReadText, ...ReadText[]];
  /** The tags that are linked in the title and the texts, as often as they occur. */
  readonly shownTags: readonly string[];
  /** The given tags that are not in the text; all of them on a network with a field for tags. */
  readonly hiddenTags: readonly string[];
  /** Names that the network would link if their accounts were known. */
  readonly plainNames: readonly string[];
}

/** What a post has besides its words. */
export type PostExtras = Omit<Post, 'text' | 'thread' | 'title' | 'mentions'>;

export function readWords(network: NetworkRules, post: Post): PostWords {
  const { title, body } = splitTitle(network, post);
  const read = (text: string): ReadText => {
    const storable = storableText(text);
    return { text: storable, facets: networkFacets(network, storable, post.mentions), [READ]: true };
  };
  const parts: [ReadText, ...ReadText[]] = [read(withLink(network, body, post.link)), ...post.thread.map(read)];
  const shownTags = [...(title === null ? [] : [read(title)]), ...parts].flatMap(({ facets }) =>
    facets.flatMap(({ kind, target }) => (kind === 'tag' ? [target] : [])),
  );
  const shown = new Set(shownTags.map((tag) => tag.toLowerCase()));
  return {
    title: title === null ? null : storableText(title),
    parts,
    shownTags,
    hiddenTags: network.tagsIn === 'text' ? post.tags.filter((tag) => !shown.has(tag.toLowerCase())) : post.tags,
    plainNames: plainNames(
      network,
      parts.map(({ text }) => text),
      post.mentions,
    ),
  };
}

/** The text with the post's link below it, where it is published although there is no card. */
function withLink({ carriesLink, hasLinkCard }: NetworkRules, text: string, link: string | null): string {
  if (!carriesLink || hasLinkCard || link === null || text.includes(link)) return text;
  return text.trim() === '' ? link : `${text}\n\n${link}`;
}

/** A stretch of a text: plain, or clickable. */
export interface Stretch {
  text: string;
  facet: Facet | null;
}

/** The text in stretches, in order; facets of other kinds are plain text. */
export function stretchesOf({ text, facets }: ReadText, kind: Facet['kind']): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  const add = (end: number, facet: Facet | null): void => {
    if (end > from) stretches.push({ text: text.slice(from, end), facet });
    from = end;
  };
  for (const facet of facets) {
    if (facet.kind !== kind) continue;
    add(facet.start, null);
    add(facet.end, facet);
  }
  add(text.length, null);
  return stretches;
}
