import { readFrontMatter } from './read-front-matter.ts';
import { type Line, readLine } from './read-line.ts';

/** A stretch of the source that stands by itself. Inline markup is still in it. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'item';
  /** 1 to 6 for a heading, else 0. */
  level: number;
  text: string;
}

export interface Blocks {
  blocks: Block[];
  /** Addresses of Markdown's link references, by their name in lower case. */
  references: Map<string, string>;
  /** The fields of the front matter, by their name in lower case. */
  frontMatter: Map<string, string>;
}

interface Open {
  kind: 'paragraph' | 'item';
  lines: string[];
}

/** Markdown or plain text as headings, paragraphs and list items. Code, tables and rules are left out. */
export function readBlocks(source: string): Blocks {
  const { frontMatter, lines } = readFrontMatter(source.split('\n'));
  const read = lines.map(readLine);
  const lastFence = read.findLastIndex((line) => line.kind === 'fence');
  const blocks: Block[] = [];
  const references = new Map<string, string>();
  let open: Open | null = null;
  let fence = '';
  let wasBlank = true;

  for (const [index, line] of read.entries()) {
    if (fence) {
      if (line.kind === 'fence' && line.mark.startsWith(fence)) fence = '';
      continue;
    }
    // A fence that never closes is an ornament.
    if (line.kind === 'fence' && index < lastFence) fence = line.mark;
    if (line.kind === 'reference') references.set(line.name, line.url);
    const next = continueBlock(open, line, wasBlank);
    if (open && next !== open) blocks.push(closeBlock(open, line));
    if (line.kind === 'heading') blocks.push({ kind: 'heading', level: line.level, text: line.text });
    open = next;
    wasBlank = line.kind === 'blank';
  }
  if (open) blocks.push(closeBlock(open, { kind: 'blank' }));
  return { blocks, references, frontMatter };
}

/** The block that is open after the line: the same one, a new one or none. */
function continueBlock(open: Open | null, line: Line, wasBlank: boolean): Open | null {
  switch (line.kind) {
    case 'text':
      return addLine(open, line.text);
    case 'item':
      // "3. November" in the midst of a paragraph is a date.
      if (open?.kind === 'paragraph' && line.number !== null && line.number !== 1) return addLine(open, `${line.number}. ${line.text}`);
      return { kind: 'item', lines: [line.text] };
    case 'command':
      return wasBlank ? null : open;
    case 'underline':
      return open?.kind === 'paragraph' && open.lines.length > 1 ? open : null;
    default:
      return null;
  }
}

function addLine(open: Open | null, text: string): Open {
  if (!open) return { kind: 'paragraph', lines: [text] };
  open.lines.push(text);
  return open;
}

function closeBlock({ kind, lines }: Open, next: Line): Block {
  if (kind === 'paragraph' && next.kind === 'underline') return { kind: 'heading', level: next.level, text: lines.join(' ') };
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  const joined = lines.map((line, index) => (index === 0 ? line : (isMeantBreak(lines[index - 1] ?? '', line, width) ? '\n' : ' ') + line));
  const text = joined.join('');
  const bold = /^(\*\*|__)([^*_\n]{2,80})\1:?$/.exec(text)?.[2];
  if (bold && kind === 'paragraph' && !/[.!?]$/.test(bold)) return { kind: 'heading', level: 3, text: bold };
  return { kind, level: 0, text };
}

/** Nobody wraps text as narrow as this. */
const NARROW = 50;

/** A break was meant where the next word would still have fitted and something new begins; else the line was merely wrapped. */
function isMeantBreak(before: string, line: string, width: number): boolean {
  const firstWord = line.split(' ', 1)[0] ?? '';
  if (/^\p{Emoji_Presentation}/u.test(line)) return true;
  if (width > NARROW && before.length + 1 + firstWord.length > width) return false;
  return /[.!?:…。！？]$/.test(before) || /^[\p{Lu}\p{Lo}\p{Emoji_Presentation}#@]/u.test(line);
}
