import { type Block, BULLET } from './block.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { type Line, readLine } from './read-line.ts';
import type { SourceKind } from './recognise-source.ts';
import { splitLines } from './split-lines.ts';
import { tableItems } from './table-items.ts';

export interface Blocks {
  blocks: Block[];
  /** Addresses of Markdown's link references, by their name in lower case. */
  references: Map<string, string>;
  /** The fields of the front matter, by their name in lower case. */
  frontMatter: Map<string, string>;
}

interface Open {
  kind: 'paragraph' | 'item';
  mark: string;
  lines: string[];
  isQuoted: boolean;
  /** Of an item: whether it stands right below what is before it. */
  isTight: boolean;
}

/** Markdown or plain text as headings, paragraphs and list items; a small table as items. Code and rules are left out. */
export function readBlocks(source: string, { isDocument }: Pick<SourceKind, 'isDocument'>): Blocks {
  const { frontMatter, lines } = readFrontMatter(source.split('\n'));
  const read = lines.map((line) => readAs(line, isDocument));
  const lastFence = read.findLastIndex((line) => line.kind === 'fence');
  const blocks: Block[] = [];
  const references = new Map<string, string>();
  let open: Open | null = null;
  let fence = '';
  let wasBlank = true;
  let table: string[][] = [];

  for (const [index, line] of read.entries()) {
    if (fence) {
      if (line.kind === 'fence' && line.mark.startsWith(fence)) fence = '';
      continue;
    }
    // A fence that never closes is an ornament.
    if (line.kind === 'fence' && index < lastFence) fence = line.mark;
    if (line.kind === 'reference') references.set(line.name, line.url);
    const next = continueBlock(open, line, wasBlank);
    if (open && next !== open) blocks.push(...closeBlock(open, line));
    if (line.kind === 'table') table.push(line.cells);
    else if (table.length > 0) {
      blocks.push(...tableItems(table));
      table = [];
    }
    if (line.kind === 'heading') blocks.push(heading(line.level, line.text));
    open = next;
    wasBlank = line.kind === 'blank';
  }
  if (open) blocks.push(...closeBlock(open, { kind: 'blank' }));
  return { blocks: [...blocks, ...tableItems(table)], references, frontMatter };
}

/** An indented line with a sign of code in it is a command on a page, and a price in a note. */
function readAs(written: string, isDocument: boolean): Line {
  const line = readLine(written);
  return line.kind === 'command' && !isDocument ? { kind: 'text', text: written.trim(), isQuoted: false } : line;
}

/** The block that is open after the line: the same one, a new one or none. */
function continueBlock(open: Open | null, line: Line, wasBlank: boolean): Open | null {
  switch (line.kind) {
    case 'text':
      return addLine(open, line.text, line.isQuoted);
    case 'item':
      // "3. November" in the midst of a paragraph is a date.
      if (open?.kind === 'paragraph' && line.number !== null && line.number !== 1)
        return addLine(open, `${line.mark} ${line.text}`, open.isQuoted);
      return { kind: 'item', mark: line.mark || BULLET, lines: [line.text], isQuoted: false, isTight: open !== null };
    case 'command':
      return wasBlank ? null : open;
    case 'underline':
      return open?.kind === 'paragraph' && open.lines.length > 1 ? open : null;
    default:
      return null;
  }
}

function addLine(open: Open | null, text: string, isQuoted: boolean): Open {
  if (!open) return { kind: 'paragraph', mark: '', lines: [text], isQuoted, isTight: false };
  open.lines.push(text);
  return open;
}

function heading(level: number, text: string): Block {
  return { kind: 'heading', level, text, mark: '', isTight: false, isQuoted: false };
}

function closeBlock(open: Open, next: Line): Block[] {
  const { kind, lines } = open;
  if (kind === 'paragraph' && next.kind === 'underline') return [heading(next.level, lines.join(' '))];
  const [first = '', ...more] = splitLines(lines);
  const bold = more.length === 0 && kind === 'paragraph' ? /^(\*\*|__)([^*_\n]{2,80})\1:?$/.exec(first)?.[2] : undefined;
  if (bold && !/[.!?]$/.test(bold)) return [heading(3, bold)];
  return lineBlocks(open, [first, ...more]);
}

/** One block a line that was meant to be one. Lines that end nowhere are a list without bullets. */
function lineBlocks({ kind, mark, isQuoted, isTight }: Open, lines: string[]): Block[] {
  if (kind === 'item') return [{ kind, level: 0, text: lines.join('\n'), mark, isTight, isQuoted }];
  const open = lines.filter((line) => !/[.!?…。！？:：;,]["'”’)]*$/u.test(line)).length;
  const isList = !isQuoted && lines.length >= 3 && open >= lines.length * 0.6;
  return lines.map((text, index) => ({
    kind: isList && !(index === 0 && /[:：]$/.test(text)) ? 'item' : index === 0 ? kind : 'paragraph',
    level: 0,
    text,
    mark: '',
    isTight: index > 0,
    isQuoted,
  }));
}
