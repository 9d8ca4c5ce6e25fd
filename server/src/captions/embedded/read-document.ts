import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { Root, RootContent, Yaml } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { renderPlain } from '../../platforms/text/markup/render-plain.ts';

/** A paragraph, heading or list as rendered, with the separator to the next one. */
export interface Piece {
  text: string;
  gap: string;
  /** A text must not end here: a heading introduces what follows. */
  isHeading?: boolean;
}

/** The content of a source, from top to bottom. */
export interface Source {
  kind: 'plain' | 'markdown' | 'page' | 'mail';
  /** Rendered without markup. */
  plain: Piece[];
  /** As written, for networks that render Markdown; null for plain text. */
  markdown: Piece[] | null;
  /** The canonical URL that the document declares. */
  link: string | null;
  /** The author's tags, from outside the text. */
  tags: string[];
}

const MARKDOWN = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).use(remarkStringify, { bullet: '-', fences: true });
/** Comments are not displayed; kept as HTML, they would be parsed as HTML repeatedly. */
const HTML = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark, { nodeHandlers: { comment: () => undefined } });
/** Text that a parser takes for a comment although a person wrote it, such as `<!channel>`. */
const NO_COMMENT = /<!(?!--|doctype\b)/gi;
/** Elements that are not displayed, for pages too small for Readability to analyze. */
const UNREAD = 'script, style, noscript, template, nav, footer, aside, form, iframe, svg, button, .byline, [rel=author]';
const FRONT_FIELD = /^([\w-]+):[ \t]*(.*)$/gm;

export function readMarkdown(text: string): Source {
  const root = MARKDOWN.parse(text);
  const front = frontMatterOf(root.children.find(({ type }) => type === 'yaml') as Yaml | undefined);
  const body = root.children.filter(({ type }) => type !== 'yaml');
  const title = front.get('title');
  const isTitled = title === undefined || (body[0]?.type === 'heading' && body[0].depth === 1);
  const head = isTitled ? [] : [{ text: title, gap: '\n\n', isHeading: true }];
  return {
    kind: front.size > 0 ? 'page' : 'markdown',
    plain: [...head, ...piecesOf(body, (node) => renderPlain(node, { root, readHtml: htmlToTree }))],
    markdown: [
      ...head,
      // Most readers of Markdown do not render HTML.
      ...piecesOf(body, (node) =>
        node.type === 'html'
          ? renderPlain(node, { root, readHtml: htmlToTree })
          : text.slice(node.position?.start.offset, node.position?.end.offset),
      ),
    ],
    link: addressOrNull(front.get('canonical_url')),
    tags: listOf(front.get('tags') ?? ''),
  };
}

/** A page reduced to its article; any other HTML in full. */
export function readHtml(html: string, isPage: boolean): Source {
  const { document } = parseHTML(isPage && /<body\b/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`);
  const link =
    document.querySelector('link[rel=canonical]')?.getAttribute('href') ??
    document.querySelector('meta[property="og:url"]')?.getAttribute('content');
  const heading = document.querySelector('h1')?.textContent?.trim();
  for (const element of document.querySelectorAll(UNREAD)) element.remove();
  const article = isPage ? new Readability(document.cloneNode(true) as never).parse() : null;
  const title = isPage ? (heading ?? article?.title?.trim()) : null;
  const root = htmlToTree(article?.content ?? document.body.innerHTML);
  const body = root.children.filter(
    (node) => !(node.type === 'heading' && title && renderPlain(node, { root, readHtml: htmlToTree }) === title),
  );
  const head: Piece[] = title ? [{ text: title, gap: '\n\n', isHeading: true }] : [];
  return {
    kind: isPage ? 'page' : 'markdown',
    plain: [...head, ...piecesOf(body, (node) => renderPlain(node, { root, readHtml: htmlToTree }))],
    markdown: [...head, ...piecesOf(body, (node) => MARKDOWN.stringify({ type: 'root', children: [node] }))],
    link: addressOrNull(link ?? undefined),
    tags: [],
  };
}

/** Without positions: line breaks mean nothing in HTML. */
function htmlToTree(html: string): Root {
  const { children } = HTML.runSync(HTML.parse(html.replaceAll(NO_COMMENT, '&lt;!'))) as Root;
  return { type: 'root', children: children.map(({ position: _position, ...node }) => node as RootContent) };
}

/** Text on the next line stays there; everything else is separated by a blank line. */
function piecesOf(nodes: readonly RootContent[], render: (node: RootContent) => string): Piece[] {
  return nodes.flatMap((node, index): Piece[] => {
    const text = render(node).trim();
    const lines = (nodes[index + 1]?.position?.start.line ?? 0) - (node.position?.end.line ?? 0);
    return text === '' ? [] : [{ text, gap: lines === 1 ? '\n' : '\n\n', ...(node.type === 'heading' && { isHeading: true }) }];
  });
}

/** The fields that describe the text; nested ones are ignored. */
function frontMatterOf(yaml: Yaml | undefined): Map<string, string> {
  const fields = [...(yaml?.value ?? '').matchAll(FRONT_FIELD)];
  return new Map(fields.map(([, name = '', value = '']) => [name.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/, '$2')]));
}

function listOf(value: string): string[] {
  return value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((tag) => tag.trim().replace(/^["']|["']$/g, ''))
    .filter(Boolean);
}

function addressOrNull(address: string | undefined): string | null {
  return address !== undefined && /^https?:\/\//i.test(address) && URL.parse(address) !== null ? address : null;
}
