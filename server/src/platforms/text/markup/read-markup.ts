import type { Image, ImageReference, Link, LinkReference, ListItem, Nodes, Paragraph, Root, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { spendOnMarkup, spendWork } from '../../../long-work/work-budget.ts';
import type { Facet, Span } from '../../platform.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);
/** Passes over a text: of the patterns, and of the parser. */
const PASSES = 90;
/** Lines of this length are wrapped by an editor; shorter ones are lines of their own. */
const WRAPPED = 60;
const LINE_BREAK = /^<br\b/i;
const FORMATTING = /^<\/?(?:b|strong|i|em|u|s|del|ins|kbd|sub|sup|mark|small|span)\b[^>]*>$/i;

/** A span of a text that readers see formatted. Spans are nested or apart. */
export interface Mark extends Span {
  kind: 'bold' | 'italic' | 'strike' | 'code' | 'block' | 'quote' | 'heading';
  /** Of a heading, from 1. */
  depth?: number;
  /** Of a block of code. */
  language?: string;
}

/** A Markdown text as readers see it, without marks, and where each part of its tree is in that. */
export interface Markup {
  tree: Root;
  source: string;
  text: string;
  /** The links with words of their own, in order. */
  links: Facet[];
  /** The outer ones before the inner ones. */
  marks: Mark[];
  /** Where the text of a node without children begins. */
  starts: ReadonlyMap<Nodes, number>;
}

/** A text as readers see it, what is clickable in it, and its Markdown; null for a plain text. */
export interface MarkedText {
  readonly text: string;
  readonly facets: readonly Facet[];
  readonly markup: Markup | null;
}

interface Writing {
  root: Root;
  source: string;
  text: string;
  links: Facet[];
  marks: Mark[];
  starts: Map<Nodes, number>;
  indent: string;
}

export function readMarkup(source: string): Markup {
  spendWork(PASSES * source.length);
  spendOnMarkup(source);
  const root = PARSER.parse(source);
  const writing: Writing = { root, source, text: '', links: [], marks: [], starts: new Map(), indent: '' };
  writeNode(root, writing);
  const { text, links, marks, starts } = writing;
  return { tree: root, source, text, links, marks: marks.sort((a, b) => a.start - b.start || b.end - a.end), starts };
}

/** What a node adds to the text, by its type; the others have no text of their own. */
const WRITERS: { [Type in Nodes['type']]?: (node: Extract<Nodes, { type: Type }>, writing: Writing) => void } = {
  text: (node, writing) => writeLeaf(node, node.value, writing),
  html: (node, writing) => writeLeaf(node, shownHtml(node.value), writing),
  inlineCode: (node, writing) => writeLeaf(node, node.value, writing),
  code: (node, writing) => writeLeaf(node, node.value, writing),
  break: (_, writing) => add('\n', writing),
  thematicBreak: (_, writing) => add('---', writing),
  root: ({ children }, writing) => writeEach(children, '\n\n', writing),
  blockquote: ({ children }, writing) => writeEach(children, '\n\n', writing),
  paragraph(node, writing) {
    joinWrapped(node, writing);
    writeEach(node.children, '', writing);
  },
  heading: ({ children }, writing) => writeEach(children, '', writing),
  strong: ({ children }, writing) => writeEach(children, '', writing),
  emphasis: ({ children }, writing) => writeEach(children, '', writing),
  delete: ({ children }, writing) => writeEach(children, '', writing),
  list: ({ children, spread, ordered, start }, writing) =>
    writeEach(children, spread ? '\n\n' : '\n', writing, (index) => (ordered ? `${(start ?? 1) + index}. ` : '• ')),
  listItem: writeItem,
  table: writeTable,
  image: (node, writing) => writeLink(node, writing),
  imageReference: (node, writing) => writeLink(node, writing),
  link: (node, writing) => writeLink(node, writing),
  linkReference: (node, writing) => writeLink(node, writing),
  footnoteReference: (node, writing) => writeLeaf(node, `[${node.identifier}]`, writing),
  footnoteDefinition({ identifier, children }, writing) {
    add(`[${identifier}] `, writing);
    writeEach(children, '\n', writing);
  },
};

const MARKS: Partial<Record<Nodes['type'], Mark['kind']>> = {
  inlineCode: 'code',
  code: 'block',
  blockquote: 'quote',
  heading: 'heading',
  strong: 'bold',
  emphasis: 'italic',
  delete: 'strike',
};

function writeNode(node: Nodes, writing: Writing): void {
  const { length: start } = writing.text;
  (WRITERS[node.type] as ((node: Nodes, writing: Writing) => void) | undefined)?.(node, writing);
  const { length: end } = writing.text;
  const kind = MARKS[node.type];
  if (!kind || writing.text.slice(start, end).trim() === '') return;
  const more = { ...(node.type === 'heading' && { depth: node.depth }), ...(node.type === 'code' && node.lang && { language: node.lang }) };
  writing.marks.push({ kind, start, end, ...more });
}

function add(text: string, writing: Writing): void {
  writing.text += text;
}

function writeLeaf(node: Nodes, text: string, writing: Writing): void {
  writing.starts.set(node, writing.text.length);
  writing.text += text;
}

/** HTML is text, except for line breaks and tags that only format. */
export function shownHtml(html: string): string {
  if (LINE_BREAK.test(html)) return '\n';
  return FORMATTING.test(html) ? '' : html;
}

function writeEach(nodes: readonly Nodes[], between: string, writing: Writing, signOf?: (index: number) => string): void {
  let isFirst = true;
  for (const [index, node] of nodes.entries()) {
    const { text: before } = writing;
    writing.text += (isFirst || between === '' ? '' : between + writing.indent) + (signOf?.(index) ?? '');
    const { length } = writing.text;
    writeNode(node, writing);
    // Without text of its own, such as a definition.
    if (writing.text.length === length && between !== '') writing.text = before;
    else isFirst = false;
  }
}

function writeItem({ checked, children }: ListItem, writing: Writing): void {
  if (typeof checked === 'boolean') add(checked ? '☑ ' : '☐ ', writing);
  const { indent } = writing;
  writing.indent = `${indent}  `;
  writeEach(children, '\n', writing);
  writing.indent = indent;
}

function writeTable({ children: rows }: Table, writing: Writing): void {
  for (const [index, { children: cells }] of rows.entries()) {
    if (index > 0) writing.text += `\n${writing.indent}`;
    for (const [place, cell] of cells.entries()) {
      if (place > 0) writing.text += ' | ';
      writeEach(cell.children, '', writing);
    }
  }
}

export type Linking = Link | LinkReference | Image | ImageReference;

function writeLink(node: Linking, writing: Writing): void {
  const { length: start } = writing.text;
  if ('children' in node) writeEach(node.children, '', writing);
  else writeLeaf(node, node.alt ?? '', writing);
  const { text, links, root } = writing;
  const target = targetOf(node, root);
  if (target === null || text.length === start) return;
  // A picture in a link leads where the link does.
  while ((links.at(-1)?.start ?? -1) >= start) links.pop();
  links.push({ kind: 'link', start, end: text.length, target });
}

/** The address of a link that leads to the web; null for any other. */
export function targetOf(node: Linking, { children }: Root): string | null {
  const isReference = node.type === 'linkReference' || node.type === 'imageReference';
  const defined = isReference ? children.find((child) => child.type === 'definition' && child.identifier === node.identifier) : node;
  const url = defined && 'url' in defined ? defined.url : '';
  return /^https?:\/\//i.test(url) && URL.parse(url) ? url : null;
}

/** Whether the lines of a paragraph end where an editor wrapped them. */
export function isWrapped({ position }: Paragraph, source: string): boolean {
  const lines = source.slice(position?.start.offset, position?.end.offset).split('\n');
  return lines.slice(0, -1).every(({ length }) => length >= WRAPPED);
}

function joinWrapped(paragraph: Paragraph, { source }: Writing): void {
  if (!isWrapped(paragraph, source)) return;
  const join = (nodes: readonly Nodes[]): void => {
    for (const node of nodes) {
      if (node.type === 'text') node.value = node.value.replaceAll('\n', ' ');
      if ('children' in node) join(node.children);
    }
  };
  join(paragraph.children);
}
