import { detectLanguage } from '../../platforms/language/detect-language.ts';
import { cleanText } from './clean-text.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { type Block, readBlocks } from './read-blocks.ts';
import { splitSentences } from './split-sentences.ts';
import { type SourceLink, stripInline } from './strip-inline.ts';

/** One thing that the source says: a sentence, or an item of a list. */
export interface Unit {
  text: string;
  kind: 'sentence' | 'item';
  /** Units of one paragraph or item share it. */
  block: number;
  isFirstOfBlock: boolean;
  /** The heading that it stands under. */
  section: string;
}

/** The source as a reader sees it, in order. */
export interface Source {
  language: string | null;
  title: string | null;
  units: Unit[];
  /** Every link, with the words on it and the number of the block that it stands in. */
  links: (SourceLink & { block: number })[];
  /** Paragraphs and items as plain text, the title not among them. */
  paragraphs: { text: string; kind: Block['kind'] }[];
}

const LONGEST_TITLE = 120;
const LONGEST_MENU_ENTRY = 40;
// What a generated list of changes adds to each line, and what points nowhere outside its home.
const CHANGE_NOTE = /\s+by @[\w[\]-]+ in (?:https?:\S+|#\d+)$|\s*\((?:#\d+(?:, )?)+\)|\s*\(?\b[0-9a-f]{7,40}\b\)?$/g;

/** Reads Markdown, HTML or plain text. */
export function readSource(sourceText: string, language: string | null): Source {
  const markdown = htmlToMarkdown(cleanText(sourceText));
  const source = readMarkdown(markdown, language);
  if (source.title || source.paragraphs.length > 0) return source;
  // All of it stands in a code fence, as programs like to hand over text.
  return readMarkdown(markdown.replace(/^[ \t]*(?:```|~~~).*$/gm, ''), language);
}

function readMarkdown(markdown: string, language: string | null): Source {
  const { blocks, references, frontMatter } = readBlocks(markdown);
  const links: Source['links'] = [];
  const plain = blocks.map((block, index) => {
    const stripped = stripInline(block.text, references);
    links.push(...stripped.links.map((link) => ({ ...link, block: index })));
    const text = isMenu(stripped) ? '' : stripped.text;
    return { ...block, index, text: block.kind === 'item' ? text.replace(CHANGE_NOTE, '') : text };
  });
  const spoken = language ?? detectLanguage(plain.map((block) => block.text).join('\n'));

  const titleAt = frontMatter.has('title') ? -1 : findTitle(plain);
  const title = frontMatter.get('title') ?? plain[titleAt]?.text ?? null;
  const description = frontMatter.get('description');
  const body = plain.filter((block, index) => index !== titleAt && block.text && block.text !== title);
  if (description) body.unshift({ kind: 'paragraph', level: 0, text: stripInline(description, references).text, index: -1 });
  return {
    language: spoken,
    title: title && stripInline(title, references).text,
    units: readUnits(body, spoken),
    links,
    paragraphs: body.map(({ text, kind }) => ({ text, kind })),
  };
}

/** Nothing but a few words with links on them: a table of contents, a row of badges. */
function isMenu({ text, links }: { text: string; links: SourceLink[] }): boolean {
  if (links.length === 0 || text.length > links.length * LONGEST_MENU_ENTRY) return false;
  const letters = (part: string): number => part.match(/\p{L}/gu)?.length ?? 0;
  const rest = letters(text) - links.reduce((sum, { words }) => sum + letters(words), 0);
  return rest < 3 && !/https?:/.test(text);
}

/** The first heading if nothing but a short line stands before it, or a first line that reads like one. */
function findTitle(blocks: readonly Block[]): number {
  const first = blocks.findIndex((block) => block.text !== '');
  const heading = blocks.findIndex((block) => block.kind === 'heading' && block.text !== '');
  if (heading >= 0 && heading - first <= 2 && (blocks[heading]?.level ?? 6) <= 2) return heading;
  const opening = blocks[first];
  const isTitle = opening?.kind === 'paragraph' && blocks.length > first + 1 && opening.text.length <= LONGEST_TITLE;
  return isTitle && !/[.!?…。！？:,;]["'”’)]*$|\n|https?:/u.test(opening.text) ? first : -1;
}

function readUnits(blocks: readonly (Block & { index: number })[], language: string | null): Unit[] {
  let section = '';
  return blocks.flatMap((block): Unit[] => {
    if (block.kind === 'heading') {
      section = block.text;
      return [];
    }
    const kind = block.kind === 'item' ? 'item' : 'sentence';
    return splitSentences(block.text, language).map((text, number) => ({
      text,
      kind,
      block: block.index,
      isFirstOfBlock: number === 0,
      section,
    }));
  });
}
