import { DomUtils, parseDocument } from 'htmlparser2';

const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'li', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figure', 'table', 'tr']);

type ChildNode = ReturnType<typeof parseDocument>['children'][number];

/** The text that a reader of the HTML sees: paragraphs apart, line breaks kept. */
export function visibleText(html: string): string {
  return textOf(parseDocument(html).children)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The addresses that the HTML links to, in order. */
export function linksIn(html: string): string[] {
  return DomUtils.getElementsByTagName('a', parseDocument(html).children).flatMap(({ attribs }) => attribs.href ?? []);
}

function textOf(nodes: readonly ChildNode[]): string {
  return nodes.map(textOfNode).join('');
}

function textOfNode(node: ChildNode): string {
  if (node.type === 'text') return node.data;
  if (!('children' in node) || node.type === 'script' || node.type === 'style') return '';
  if ('name' in node && node.name === 'br') return '\n';
  const inner = textOf(node.children);
  return 'name' in node && BLOCKS.has(node.name) ? `\n\n${inner}\n\n` : inner;
}
