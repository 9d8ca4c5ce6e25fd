import type { Nodes, Root, Table } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { spendWork } from '../../long-work/work-budget.ts';
import type { Facet } from '../platform.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);
/** Passes over a text: of the patterns, and of the parser. */
const PASSES = 90;

const MARKDOWN =
  /^ {0,3}#{1,6}[ \t]+\S|^ {0,3}(?:```|~~~)|(?<![\w*])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?![\w*])|\[[^[\]\n]{1,300}\]\((?:https?:|mailto:|\/|#|\.)[^)\s]*\)|!\[[^[\]\n]{0,300}\]\(|^[ \t]{0,9}\|?[ \t]{0,9}:?-{3,}:?[ \t]{0,9}\||^ {0,3}> \S|^ {0,3}\[[^\]\n]+\]:\s*https?:/m;
const MOST_MARKS = 150;

/** Whether a text has marks that only Markdown gives a meaning; lists and underlined lines are plain text too. */
export function isMarkdown(text: string): boolean {
  return MARKDOWN.test(text);
}

/** Marks in one paragraph, of which the parser compares each with each; no author writes as many. */
export function isThicket(text: string): boolean {
  return text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_[\]~`]+/g)?.length ?? 0) > MOST_MARKS);
}

/** A Markdown text as a tree, as readers see it without marks, and where each part of the tree is in that. */
export interface Markup {
  tree: Root;
  text: string;
  /** The links with words of their own, in order. */
  links: Facet[];
  /** Where the text of a node without children begins. */
  starts: ReadonlyMap<Nodes, number>;
}

export function readMarkup(text: string): Markup {
  spendWork(PASSES * text.length);
  const tree = PARSER.parse(text);
  const writer = { text: '', links: [] as Facet[], starts: new Map<Nodes, number>() };
  writeNode(tree, { writer, root: tree });
  return { tree, ...writer };
}

interface Writing {
  writer: { text: string; links: Facet[]; starts: Map<Nodes, number> };
  root: Root;
}

/** Images have no text of their own, and definitions are where their links are. */
function writeNode(node: Nodes, writing: Writing): void {
  const { writer, root } = writing;
  const start = writer.text.length;
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
    case 'html':
      writer.starts.set(node, start);
      writer.text += node.value;
      break;
    case 'break':
      writer.text += '\n';
      break;
    case 'thematicBreak':
      writer.text += '---';
      break;
    case 'root':
    case 'blockquote':
      writeEach(node.children, '\n\n', writing);
      break;
    case 'list':
      writeEach(node.children, node.spread ? '\n\n' : '\n', writing, (index) => (node.ordered ? `${(node.start ?? 1) + index}. ` : '• '));
      break;
    case 'listItem':
      if (typeof node.checked === 'boolean') writer.text += node.checked ? '☑ ' : '☐ ';
      writeEach(node.children, '\n', writing);
      break;
    case 'table':
      writeTable(node, writing);
      break;
    case 'link':
    case 'linkReference': {
      writeEach(node.children, '', writing);
      const target = targetOf(node, root);
      if (target !== null && writer.text.length > start) writer.links.push({ kind: 'link', start, end: writer.text.length, target });
      break;
    }
    default:
      if ('children' in node) writeEach(node.children, '', writing);
  }
}

function writeEach(nodes: readonly Nodes[], between: string, writing: Writing, markOf?: (index: number) => string): void {
  const { writer } = writing;
  for (const [index, node] of nodes.entries()) {
    const before = writer.text;
    writer.text += (before !== '' && index > 0 ? between : '') + (markOf?.(index) ?? '');
    const { length } = writer.text;
    writeNode(node, writing);
    // Nothing to read in it, such as an image by itself.
    if (writer.text.length === length && between !== '') writer.text = before;
  }
}

function writeTable({ children }: Table, writing: Writing): void {
  for (const [index, { children: cells }] of children.entries()) {
    if (index > 0) writing.writer.text += '\n';
    for (const [place, cell] of cells.entries()) {
      if (place > 0) writing.writer.text += ' · ';
      writeEach(cell.children, '', writing);
    }
  }
}

/** The address of a link that leads somewhere; null for any other scheme. */
export function targetOf(node: Extract<Nodes, { type: 'link' | 'linkReference' }>, root: Root): string | null {
  const defined = root.children.find(
    (child) => child.type === 'definition' && node.type === 'linkReference' && child.identifier === node.identifier,
  );
  const url = node.type === 'link' ? node.url : defined?.type === 'definition' ? defined.url : '';
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}
