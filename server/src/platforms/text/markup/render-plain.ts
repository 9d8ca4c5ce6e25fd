import type { List, ListItem, Nodes, Parent, Root, Table } from 'mdast';

const QUOTED_ALREADY = /^["“„«「『–—-]/;
const LINE_BREAK = /^<br\b/i;
/** Deleted text is withdrawn; images, note numbers and bare addresses have no text of their own. */
const UNREAD: readonly string[] = [
  'delete',
  'image',
  'imageReference',
  'footnoteReference',
  'definition',
  'yaml',
] satisfies Nodes['type'][];

/** The context of a part: references resolve within the document, and HTML is parsed by its own library. */
interface Reading {
  root: Root;
  readHtml(html: string): Root;
}

/**
 * A part of a document as plain text: a heading as its text, a link as text and address, items with "•", the rows of
 * a table with their column names.
 */
export function renderPlain(node: Nodes, reading: Reading): string {
  if (UNREAD.includes(node.type)) return '';
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'break':
      return '\n';
    case 'thematicBreak':
      return '---';
    case 'html':
      return LINE_BREAK.test(node.value) ? '\n' : renderHtml(node.value, reading);
    case 'link':
      return linkText(inner(node, reading), node.url);
    case 'linkReference':
      return linkText(inner(node, reading), addressOf(node.identifier, reading));
    case 'list':
      return renderList(node, reading);
    case 'table':
      return renderTable(node, reading);
    case 'blockquote':
      return quoted(inner(node, reading, '\n\n'));
    case 'listItem':
    case 'root':
    case 'footnoteDefinition':
      return inner(node, reading, '\n\n');
    default:
      return 'children' in node ? inner(node, reading) : '';
  }
}

function inner({ children }: Parent, reading: Reading, between = ''): string {
  const texts = children.map((child) => renderPlain(child, reading));
  return (between === '' ? texts : texts.filter(Boolean)).join(between);
}

function renderHtml(html: string, { readHtml }: Reading): string {
  const root = readHtml(html);
  return root.children.map((child) => renderPlain(child, { root, readHtml })).join('\n\n');
}

function addressOf(identifier: string, { root }: Reading): string {
  const found = root.children.find((child) => child.type === 'definition' && child.identifier === identifier);
  return found?.type === 'definition' ? found.url : '';
}

function renderList(list: List, reading: Reading): string {
  const items = list.children.map((item, index) => {
    const mark = list.ordered ? `${(list.start ?? 1) + index}.` : '•';
    return `${mark} ${itemText(item, reading)}`;
  });
  return items.join(list.spread || list.children.some(({ spread }) => spread) ? '\n\n' : '\n');
}

function itemText(item: ListItem, reading: Reading): string {
  const done = typeof item.checked === 'boolean' ? `${item.checked ? '☑' : '☐'} ` : '';
  const [first = '', ...rest] = item.children.map((child) => renderPlain(child, reading)).filter(Boolean);
  return done + [first, ...rest.map((text) => text.replace(/^/gm, '  '))].join('\n');
}

/** Each row names its cells, in case it is separated from the head. */
function renderTable({ children: [head, ...rows] }: Table, reading: Reading): string {
  const names = head?.children.map((cell) => inner(cell, reading)) ?? [];
  if (rows.length === 0) return names.filter(Boolean).join(' · ');
  const lines = rows.map(({ children: [first, ...cells] }) => {
    const named = cells.map((cell, index) => [names[index + 1], inner(cell, reading)].filter(Boolean).join(': ')).filter(Boolean);
    return `• ${[first ? inner(first, reading) : '', ...named].filter(Boolean).join(' · ')}`;
  });
  return lines.join('\n');
}

function linkText(words: string, url: string): string {
  const shown = words.trim();
  const isPlain = !/^https?:\/\//i.test(url) || shown === '' || shown === url || shown === url.replace(/^https?:\/\//i, '');
  return isPlain ? words : `${words} (${url})`;
}

/** Adds quotation marks unless there are some; the attribution follows after them. */
function quoted(text: string): string {
  if (text === '' || QUOTED_ALREADY.test(text)) return text;
  const by = /\n+\s*[–—-][^\n]*$/.exec(text)?.[0] ?? '';
  return `“${text.slice(0, text.length - by.length)}”${by}`;
}
