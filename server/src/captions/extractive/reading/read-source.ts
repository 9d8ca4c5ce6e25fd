import { spendWork } from '../../../long-work/work-budget.ts';
import { detectLanguage } from '../../../platforms/language/detect-language.ts';
import { asWritten } from './as-written.ts';
import type { Block } from './block.ts';
import { cleanText } from './clean-text.ts';
import { dropBoilerplate } from './drop-boilerplate.ts';
import { findTitle } from './find-title.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { readBlocks } from './read-blocks.ts';
import { readUnits, type Unit } from './read-units.ts';
import { recogniseSource, type SourceKind } from './recognise-source.ts';
import { type SourceLink, stripInline } from './strip-inline.ts';
import { takeTags } from './take-tags.ts';
import { markHeadings, quoteBlocks, tidyLead } from './tidy-blocks.ts';

/** The source as a reader sees it, in order. */
export interface Source {
  kind: SourceKind;
  /** Line by line as it was written; null for a document, which has parts that are not for readers of a post. */
  written: string | null;
  language: string | null;
  title: string | null;
  units: Unit[];
  /** Every link, with the words on it and the number of the block that it stands in; `isAside` where that is not told. */
  links: (SourceLink & { block: number; isAside: boolean })[];
  /** What is not told, where there are addresses in it. */
  asides: { text: string; index: number }[];
  /** Headings, paragraphs and items as plain text, the title not among them. */
  paragraphs: Pick<Block, 'kind' | 'text' | 'mark' | 'isTight'>[];
  /** The tags below the text, which are no part of what it says. */
  tags: string[];
}

/** Of patterns over all of the source. */
const PASSES = 100;
const LONGEST_MENU_ENTRY = 40;
// What a generated list of changes adds to each line, and what points nowhere outside its home.
const CHANGE_NOTE = /\s+by @[\w[\]-]+ in (?:https?:\S+|#\d+)$|\s*\((?:\[?#\d+\]?(?:, )?)+\)|\s*\(?\b[0-9a-f]{7,40}\b\)?(?=\.?$)/g;

/** All of it in a code fence, as programs like to hand over text. */
const FENCED = /^\s*(`{3,}|~{3,})(?:markdown|md|text|txt)?[ \t]*\n(.*)\n[ \t]*\1\s*$/s;

/** Reads Markdown, HTML or plain text. */
export function readSource(sourceText: string, language: string | null): Source {
  spendWork(PASSES * sourceText.length);
  const clean = cleanText(sourceText);
  const text = FENCED.exec(clean)?.[2] ?? clean;
  const kind = recogniseSource(text);
  const markdown = htmlToMarkdown(text);
  const written = kind.isDocument ? null : asWritten(text, kind);
  const source = { ...readMarkdown(markdown, language, kind), kind, written };
  if (source.title || source.paragraphs.length > 0) return source;
  return { ...readMarkdown(markdown.replace(/^[ \t]*(?:```|~~~).*$/gm, ''), language, kind), kind, written };
}

function readMarkdown(markdown: string, language: string | null, kind: SourceKind): Omit<Source, 'kind' | 'written'> {
  const { blocks, references, frontMatter } = readBlocks(markdown, kind);
  const links: Omit<Source['links'][number], 'isAside'>[] = [];
  const plain = blocks.map((block, index) => {
    const stripped = stripInline(block.text, references);
    links.push(...stripped.links.map((link) => ({ ...link, block: index })));
    const text = kind.isDocument && block.kind !== 'heading' && isMenu(stripped) ? '' : stripped.text;
    return { ...block, index, text: kind.isDocument && block.kind === 'item' ? text.replace(CHANGE_NOTE, '') : text };
  });
  const spoken = language ?? detectLanguage(plain.map((block) => block.text).join('\n'));
  const { blocks: worded, tags } = takeTags(markedForReaders(quoteBlocks(plain), kind));

  const given = frontMatter.get('title');
  const found = given === undefined ? findTitle(worded) : { title: stripInline(given, references).text, rest: worded };
  const description = frontMatter.get('description');
  const told = found.rest.filter((block) => block.text && block.text !== found.title);
  const body = kind.isDocument ? tidyLead(told) : told;
  if (description) body.unshift(opening(stripInline(description, references).text));
  const kept = new Set(worded.map(({ index }) => index));
  return {
    language: spoken,
    title: found.title,
    units: readUnits(body, spoken),
    links: links.map((link) => ({ ...link, isAside: !kept.has(link.block) })),
    asides: plain.filter(({ index, text }) => !kept.has(index) && text.includes('://')),
    paragraphs: body.map(({ text, kind, mark, isTight }) => ({ text, kind, mark, isTight })),
    tags,
  };
}

/** What surrounds the words of a page or a mail is left out there, and nowhere else. */
function markedForReaders<T extends Block>(blocks: readonly T[], { isDocument }: SourceKind): T[] {
  const marked = markHeadings(blocks);
  return isDocument ? dropBoilerplate(marked) : marked;
}

function opening(text: string): Block & { index: number } {
  return { kind: 'paragraph', level: 0, text, mark: '', isTight: false, isQuoted: false, index: -1 };
}

/** Nothing but a few words with links on them: a table of contents, a row of badges. */
function isMenu({ text, links }: { text: string; links: SourceLink[] }): boolean {
  if (links.length === 0 || text.length > links.length * LONGEST_MENU_ENTRY) return false;
  const letters = (part: string): number => part.match(/\p{L}/gu)?.length ?? 0;
  const rest = letters(text) - links.reduce((sum, { words }) => sum + letters(words), 0);
  return rest < 3 && !/https?:/.test(text);
}
