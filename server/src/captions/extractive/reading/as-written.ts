import { htmlToMarkdown } from './html-to-markdown.ts';
import { readCells } from './read-line.ts';
import type { SourceKind } from './recognise-source.ts';
import { stripInline } from './strip-inline.ts';
import { tableItems } from './table-items.ts';

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*?)(?:[ \t]+#{1,6})?[ \t]*$/;
const STAR = /^(\s*)[*+][ \t]+(?=\S)/;
const QUOTED = /^ {0,3}>[ \t]?/;
const QUOTED_ALREADY = /^["“„«「『–—-]/;
const REFERENCE = /^ {0,3}\[([^\]\n]{1,200})\]:\s*<?(https?:[^\s<>]+)>?(?:\s.*)?$/;
const TABLE_RULE = /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?)?\s*$/;
const UNDERLINE = /^ {0,3}(?:={3,}|-{3,})\s*$/;

/**
 * A text line by line as it was written. What no post carries turns into what it stands for: a heading
 * into its words, a link into words and address, a table into lines. Nothing else is touched.
 */
export function asWritten(text: string, { isHtml, isMarkdown }: SourceKind): string {
  const markdown = isHtml ? htmlToMarkdown(text) : text;
  const plain = isHtml || isMarkdown ? withoutMarkup(markdown) : markdown;
  return isHtml ? plain.replace(/\n{3,}/g, '\n\n').trim() : plain.trim();
}

function withoutMarkup(markdown: string): string {
  const lines = markdown.split('\n');
  const references = new Map(lines.flatMap((line) => referenceOf(line)));
  const out: string[] = [];
  let isCode = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (FENCE.test(line)) isCode = !isCode;
    else if (isCode) out.push(line);
    else if (TABLE_RULE.test(lines[index + 1] ?? '') && line.includes('|')) {
      const rows = tableAt(lines, index);
      out.push(...tableLines(rows.map(readCells), references));
      index += rows.length - 1;
    } else if (QUOTED.test(line)) {
      const quoted = runOf(lines, index, QUOTED);
      out.push(...quoteLines(quoted, references));
      index += quoted.length - 1;
    } else if (REFERENCE.test(line) || isHeadingsLine(lines, index)) continue;
    else out.push(plainLine(line, references));
  }
  return out.join('\n');
}

/** The line below a heading of one line; below several it parts what is above from what is below. */
function isHeadingsLine(lines: readonly string[], index: number): boolean {
  return UNDERLINE.test(lines[index] ?? '') && Boolean(lines[index - 1]?.trim()) && !lines[index - 2]?.trim();
}

function referenceOf(line: string): [string, string][] {
  const [, name, url] = REFERENCE.exec(line) ?? [];
  return name && url ? [[name.toLowerCase(), url]] : [];
}

function plainLine(line: string, references: ReadonlyMap<string, string>): string {
  const heading = HEADING.exec(line);
  return stripInline((heading?.[1] ?? line).replace(STAR, '$1• '), references, { keepsLayout: true }).text;
}

function runOf(lines: readonly string[], first: number, shape: RegExp): string[] {
  let end = first;
  while (end < lines.length && shape.test(lines[end] ?? '')) end += 1;
  return lines.slice(first, end);
}

/** The mark before each line becomes quotation marks around all of them, where there are none yet. */
function quoteLines(quoted: readonly string[], references: ReadonlyMap<string, string>): string[] {
  const plain = quoted.map((line) => plainLine(line.replace(QUOTED, ''), references));
  const spoken = plain.findLastIndex((line) => line.trim() !== '' && !/^\s*[–—-]/.test(line));
  if (spoken < 0 || QUOTED_ALREADY.test(plain[0] ?? '')) return plain;
  return plain.map((line, index) => (index === 0 ? `“${line}` : line)).map((line, index) => (index === spoken ? `${line}”` : line));
}

function tableAt(lines: readonly string[], first: number): string[] {
  let end = first + 2;
  while ((lines[end] ?? '').includes('|')) end += 1;
  return lines.slice(first, end);
}

/** A small table by the names of its columns, a larger one row by row. */
function tableLines(rows: readonly string[][], references: ReadonlyMap<string, string>): string[] {
  const plain = rows.map((cells) => cells.map((cell) => stripInline(cell, references).text));
  const items = tableItems(plain);
  if (items.length > 0) return items.map(({ mark, text }) => `${mark} ${text}`);
  return plain.filter((cells) => cells.length > 0).map((cells) => cells.join(' · '));
}
