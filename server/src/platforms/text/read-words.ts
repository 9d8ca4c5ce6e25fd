import type { NetworkRules } from '../network-rules.ts';
import type { Facet, Post } from '../platform.ts';
import { discordText } from './markup/mark-texts.ts';
import { isMarkdown, isThicket, markdownText, withoutLiquid } from './markup/markdown-text.ts';
import { type MarkedText, type Markup, readMarkup } from './markup/read-markup.ts';
import { splitTitle } from './post-title.ts';
import { networkFacets, plainNames } from './text-limits.ts';

const READ = Symbol('read');

/** A text as a network shows it, and what is clickable in it. Only readWords() makes one. */
export interface ReadText {
  readonly text: string;
  /** In order, without overlaps. */
  readonly facets: readonly Facet[];
  /** Its Markdown, on a network that renders it; null for a plain text. */
  readonly markup: Markup | null;
  /** The text as the network receives and counts it: with its marks and escapes where they are part of the text. */
  readonly sent: string;
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
export type PostExtras = Omit<Post, 'text' | 'thread' | 'title'>;

export function readWords(network: NetworkRules, post: Post): PostWords {
  const { title: titleLine, body } = splitTitle(network, post);
  const isMarkup = network.markup !== undefined && isMarkdown(post.text) && !isThicket(post.text);
  const read = (text: string): ReadText => {
    const written = storableText(text);
    const markup = isMarkup ? readMarkup(written) : null;
    const shown = markup?.text ?? written;
    const words = { text: shown, facets: facetsOf(network, shown, markup, post.mentions), markup, [READ]: true } as const;
    return { ...words, sent: sentText(network, words) };
  };
  // A given title is text; a first line is a part of the Markdown.
  const title = titleLine !== null && !post.title?.trim() ? read(titleLine).text : titleLine;
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

function sentText({ markup, readsLiquid }: NetworkRules, words: MarkedText): string {
  if (markup === 'markdown') return readsLiquid ? withoutLiquid(markdownText(words), words.markup === null) : markdownText(words);
  return markup === 'discord' ? discordText(words) : words.text;
}

/** What the network links by itself, and the links of the markup; nothing in code, and nothing across formatting. */
function facetsOf(network: NetworkRules, text: string, markup: Markup | null, mentions: Post['mentions']): Facet[] {
  const found = networkFacets(network, text, mentions);
  if (!markup) return found;
  const leaves = [...markup.starts].flatMap(([{ type, ...node }, start]) =>
    (type === 'text' || type === 'html') && 'value' in node ? [{ start, end: start + node.value.length }] : [],
  );
  const free = found.filter(
    ({ start, end }) =>
      leaves.some((leaf) => leaf.start <= start && end <= leaf.end) && !markup.links.some((link) => start < link.end && end > link.start),
  );
  return [...markup.links, ...free].sort((a, b) => a.start - b.start);
}

/** The text with the post's link below it, where it is published although there is no card. */
function withLink({ carriesLink, hasLinkCard }: NetworkRules, text: string, link: string | null): string {
  if (!carriesLink || hasLinkCard || link === null || text.includes(link)) return text;
  return text.trim() === '' ? link : `${text}\n\n${link}`;
}

/**
 * The text as UTF-8, JSON and PostgreSQL can store it: a lone surrogate or a null character becomes U+FFFD.
 * Validation refuses such a text, so the published content never differs from what was approved; this only allows
 * storing the payload of a refused post.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
