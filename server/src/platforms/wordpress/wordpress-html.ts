import type { List, Nodes, Parent, Table } from 'mdast';
import { type Markup, targetOf } from '../text/markdown.ts';
import { type ReadText, stretchesOf } from '../text/read-words.ts';
import { wordpressText } from './wordpress-text.ts';

/** A text as HTML: paragraphs, line breaks and links, and the structure of its Markdown where it has some. */
export function wordpressHtml(words: ReadText): string {
  if (words.markup) return renderNode(words.markup.tree, { words, ...words.markup });
  return linesOf(words)
    .split(/(?:<br>\s*){2,}/)
    .map((paragraph) => paragraph.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, ''))
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('\n');
}

/** A text, or a span of it, with its links. */
function linesOf(words: ReadText, start = 0, end = words.text.length): string {
  return stretchesOf(words, 'link', { start, end })
    .map(({ text, facet }) => (facet ? anchor(facet.target, wordpressText(text)) : wordpressText(text).replaceAll('\n', '<br>')))
    .join('');
}

const anchor = (target: string, html: string): string => `<a href="${wordpressText(target)}">${html}</a>`;

type Rendering = Pick<Markup, 'tree' | 'starts'> & { words: ReadText };

/** As in the text that the preview shows: what is left out there is left out here. */
function renderNode(node: Nodes, rendering: Rendering): string {
  const { words, tree, starts } = rendering;
  const inside = (between = '') => renderEach(node, rendering, between);
  switch (node.type) {
    case 'text':
    case 'html': {
      const start = starts.get(node) ?? 0;
      return linesOf(words, start, start + node.value.length);
    }
    case 'inlineCode':
      return `<code>${wordpressText(node.value)}</code>`;
    case 'code':
      return `<pre><code>${wordpressText(node.value)}</code></pre>`;
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    case 'root':
      return inside('\n');
    case 'paragraph':
      return wrapped('p', inside());
    case 'heading':
      // The first level is the title of the page.
      return wrapped(`h${Math.max(2, node.depth)}`, inside());
    case 'strong':
      return wrapped('strong', inside());
    case 'emphasis':
      return wrapped('em', inside());
    case 'delete':
      return wrapped('del', inside());
    case 'blockquote':
      return wrapped('blockquote', inside('\n'));
    case 'list':
      return renderList(node, rendering);
    case 'table':
      return renderTable(node, rendering);
    case 'link':
    case 'linkReference': {
      const target = targetOf(node, tree);
      const html = node.children.map((child) => renderInLink(child, rendering)).join('');
      return target === null || html === '' ? html : anchor(target, html);
    }
    default:
      return 'children' in node ? inside() : '';
  }
}

const wrapped = (tag: string, html: string): string => (html.trim() === '' ? '' : `<${tag}>${html}</${tag}>`);

function renderEach(node: Nodes, rendering: Rendering, between: string): string {
  const texts = 'children' in node ? (node as Parent).children.map((child) => renderNode(child, rendering)) : [];
  return texts.filter(Boolean).join(between);
}

/** Within a link nothing is another link. */
function renderInLink(node: Nodes, rendering: Rendering): string {
  return node.type === 'text' ? wordpressText(node.value).replaceAll('\n', '<br>') : renderNode(node, rendering);
}

function renderList(list: List, rendering: Rendering): string {
  const items = list.children.map(({ checked, children }) => {
    const done = typeof checked === 'boolean' ? (checked ? '☑ ' : '☐ ') : '';
    // A single paragraph of a tight list is the item itself.
    const texts = children.map((child) =>
      child.type === 'paragraph' && !list.spread ? renderEach(child, rendering, '') : renderNode(child, rendering),
    );
    return wrapped('li', done + texts.filter(Boolean).join('\n'));
  });
  const start = list.ordered && (list.start ?? 1) !== 1 ? ` start="${list.start}"` : '';
  const tag = list.ordered ? 'ol' : 'ul';
  return `<${tag}${start}>${items.join('')}</${tag}>`;
}

function renderTable({ children: [head, ...rows] }: Table, rendering: Rendering): string {
  const row = (cells: readonly Nodes[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag}>${renderEach(cell, rendering, '')}</${tag}>`).join('')}</tr>`;
  const body = rows.map(({ children }) => row(children, 'td')).join('');
  return `<table><thead>${row(head?.children ?? [], 'th')}</thead>${body && `<tbody>${body}</tbody>`}</table>`;
}
