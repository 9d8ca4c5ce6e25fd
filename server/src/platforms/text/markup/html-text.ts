import type { List, Nodes, Parent, Table } from 'mdast';
import { stretchesOf } from '../stretches.ts';
import { type Linking, type MarkedText, type Markup, shownHtml, targetOf } from './read-markup.ts';

type Encode = (text: string) => string;

/**
 * A text as HTML: paragraphs, line breaks and links, and the structure of its Markdown where it has some. `encode`
 * makes characters of the text literal for the network.
 */
export function htmlText(words: MarkedText, encode: Encode): string {
  if (words.markup) return renderNode(words.markup.tree, { words, encode, ...words.markup });
  return linesOf(words, encode)
    .split(/(?:<br>\s*){2,}/)
    .map((paragraph) => paragraph.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, ''))
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('\n');
}

/** A text, or a span of it, with its links. */
function linesOf(words: MarkedText, encode: Encode, start = 0, end = words.text.length): string {
  return stretchesOf(words, 'link', { start, end })
    .map(({ text, facet }) => (facet ? anchor(facet.target, encode(text), encode) : withBreaks(text, encode)))
    .join('');
}

const withBreaks = (text: string, encode: Encode): string => encode(text).replaceAll('\n', '<br>');
const anchor = (target: string, html: string, encode: Encode): string => `<a href="${encode(target)}">${html}</a>`;

type Rendering = Pick<Markup, 'tree' | 'starts'> & { words: MarkedText; encode: Encode; isInLink?: true };

/** By type, as in the text that the preview shows; the others have no text of their own. */
const RENDERERS: { [Type in Nodes['type']]?: (node: Extract<Nodes, { type: Type }>, rendering: Rendering) => string } = {
  text: (node, rendering) => renderText(node, node.value, rendering),
  html: (node, rendering) => renderText(node, shownHtml(node.value), rendering),
  inlineCode: ({ value }, { encode }) => `<code>${encode(value)}</code>`,
  code: ({ value }, { encode }) => `<pre><code>${encode(value)}</code></pre>`,
  break: () => '<br>',
  thematicBreak: () => '<hr>',
  root: (node, rendering) => renderEach(node, rendering, '\n'),
  paragraph: (node, rendering) => wrapped('p', renderEach(node, rendering)),
  // The first level is the title of the page.
  heading: (node, rendering) => wrapped(`h${Math.max(2, node.depth)}`, renderEach(node, rendering)),
  strong: (node, rendering) => wrapped('strong', renderEach(node, rendering)),
  emphasis: (node, rendering) => wrapped('em', renderEach(node, rendering)),
  delete: (node, rendering) => wrapped('del', renderEach(node, rendering)),
  blockquote: (node, rendering) => wrapped('blockquote', renderEach(node, rendering, '\n')),
  list: renderList,
  table: renderTable,
  link: (node, rendering) => renderLink(node, rendering),
  linkReference: (node, rendering) => renderLink(node, rendering),
  image: (node, rendering) => renderLink(node, rendering),
  imageReference: (node, rendering) => renderLink(node, rendering),
  footnoteReference: ({ identifier }, { encode }) => encode(`[${identifier}]`),
  footnoteDefinition: ({ identifier, children }, rendering) =>
    wrapped('p', `${rendering.encode(`[${identifier}]`)} ${children.map((child) => renderEach(child, rendering)).join('<br>')}`),
};

function renderNode(node: Nodes, rendering: Rendering): string {
  return (RENDERERS[node.type] as ((node: Nodes, rendering: Rendering) => string) | undefined)?.(node, rendering) ?? '';
}

function renderText(node: Nodes, value: string, { words, starts, encode, isInLink }: Rendering): string {
  const start = starts.get(node) ?? 0;
  return isInLink ? withBreaks(value, encode) : linesOf(words, encode, start, start + value.length);
}

function renderLink(node: Linking, rendering: Rendering): string {
  const { tree, encode, isInLink } = rendering;
  const target = targetOf(node, tree);
  const html = 'children' in node ? renderEach(node, { ...rendering, isInLink: true }) : encode(node.alt ?? '');
  return target === null || html === '' || isInLink ? html : anchor(target, html, encode);
}

const wrapped = (tag: string, html: string): string => (html.trim() === '' ? '' : `<${tag}>${html}</${tag}>`);

function renderEach(node: Nodes, rendering: Rendering, between = ''): string {
  const texts = 'children' in node ? (node as Parent).children.map((child) => renderNode(child, rendering)) : [];
  return texts.filter(Boolean).join(between);
}

function renderList(list: List, rendering: Rendering): string {
  const items = list.children.map(({ checked, children }) => {
    const done = typeof checked === 'boolean' ? (checked ? '☑ ' : '☐ ') : '';
    // A single paragraph of a tight list is the item itself.
    const texts = children.map((child) =>
      child.type === 'paragraph' && !list.spread ? renderEach(child, rendering) : renderNode(child, rendering),
    );
    return wrapped('li', done + texts.filter(Boolean).join('\n'));
  });
  const start = list.ordered && (list.start ?? 1) !== 1 ? ` start="${list.start}"` : '';
  const tag = list.ordered ? 'ol' : 'ul';
  return `<${tag}${start}>${items.join('')}</${tag}>`;
}

function renderTable({ children: [head, ...rows] }: Table, rendering: Rendering): string {
  const row = (cells: readonly Nodes[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag}>${renderEach(cell, rendering)}</${tag}>`).join('')}</tr>`;
  const body = rows.map(({ children }) => row(children, 'td')).join('');
  return `<table><thead>${row(head?.children ?? [], 'th')}</thead>${body && `<tbody>${body}</tbody>`}</table>`;
}
