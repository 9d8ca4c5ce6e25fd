import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { escapeHtml } from '../../csv.ts';
import type { OfferedOperation } from '../engine/add-operation.ts';
import { takesCoding } from '../engine/compress-answer.ts';
import { CONTENT_POLICIES } from '../engine/content-security.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { anchorOf, deprecationNote } from '../engine/operation.ts';
import { refusalsOf } from '../openapi/components.ts';
import { protocolOperations } from '../openapi/oauth-paths.ts';
import { codeBlock, READER_PAGES, type ReaderPage, renderReaderPage, table, withCode } from './reader-pages.ts';

interface Page {
  plain: string;
  zipped: Buffer;
}

/**
 * The developer pages as built, completed with this server's content: every operation on `/api-docs`, and a page for
 * each kind of reader below `/developers`. Falls back to `otherwise` if they are not built.
 */
export function addDeveloperPages(
  app: HttpServer,
  { config: { publicUrl } }: Services,
  consoleDir: string,
  otherwise: (reply: FastifyReply, file: string) => FastifyReply,
): void {
  const add = (path: string, file: string, fill: (built: string) => string) => {
    let page: Page | undefined;
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const built = join(consoleDir, file);
      if (!existsSync(built)) return otherwise(reply, file);
      page ??= zip(fill(readFileSync(built, 'utf8')));
      return send(request, reply, page);
    });
  };
  const operations = [...app.operations.values()];
  add('/api-docs', 'api-docs.html', (built) =>
    replaced(
      replaced(built, 'every operation', `${renderOperations(operations, publicUrl)}\n${renderProtocols()}`),
      'operations contents',
      renderContents(operations),
    ).replaceAll('https://HOST', publicUrl),
  );
  for (const [name, page] of Object.entries(READER_PAGES))
    add(`/developers/${name}`, 'developers.html', (built) => inPlaceOfMain(built, page, publicUrl));
}

const replaced = (built: string, mark: string, part: string): string => built.replace(`<!-- ${mark} -->`, () => part);

/** Head, bar and footer are those of the developer page. */
function inPlaceOfMain(built: string, page: ReaderPage, publicUrl: string): string {
  const main = `<main>${renderReaderPage(page, publicUrl)}</main>`;
  return built
    .replace(/<main>.*<\/main>/s, () => main)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${page.title}: Countersign for developers</title>`)
    .replace(' aria-current="page"', '');
}

const zip = (plain: string): Page => ({ plain, zipped: gzipSync(plain) });

function send(request: FastifyRequest, reply: FastifyReply, { plain, zipped }: Page): FastifyReply {
  reply
    .headers({ 'content-security-policy': CONTENT_POLICIES.publicPage, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    .type('text/html; charset=utf-8');
  return takesCoding(request, 'gzip') ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
}

interface Field {
  type?: string | string[];
  items?: Field;
  anyOf?: Field[];
  properties?: Record<string, Field>;
  required?: string[];
  dependentSchemas?: Record<string, Field>;
  else?: Field;
  description?: string;
}

/** All operations, grouped by tag under headings. */
function renderOperations(operations: Iterable<OfferedOperation>, publicUrl: string): string {
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tag);
  return [...byTag]
    .map(([tag, offered]) => `<h3>${escapeHtml(tag)}</h3>\n${offered.map((one) => renderOperation(one, publicUrl)).join('\n')}`)
    .join('\n');
}

/** The operations of the event stream, of uploads and of OAuth: OpenAPI has their fields and answers. */
function renderProtocols(): string {
  return [...Map.groupBy(protocolOperations(), ({ tag }) => tag)]
    .map(([tag, operations]) => {
      const sections = operations.map(
        ({ route, summary, description }) =>
          `<section>\n<h4><code>${escapeHtml(route.replace(' /api/', ' /'))}</code></h4>\n<p><strong>${escapeHtml(summary)}.</strong> ${withCode(description)}</p>\n</section>`,
      );
      return `<h3>${escapeHtml(tag)}</h3>\n${sections.join('\n')}`;
    })
    .join('\n');
}

/** All operations as a list of links. */
function renderContents(operations: Iterable<OfferedOperation>): string {
  return [...operations]
    .map(({ operation: { id, summary } }) => `<li><a href="#${anchorOf(id)}">${escapeHtml(summary)}</a></li>`)
    .join('\n');
}

function renderOperation(offered: OfferedOperation, publicUrl: string): string {
  const { operation, route } = offered;
  const { id, summary, description, deprecated, scope, success } = operation;
  const fields = [operation.params, operation.query, operation.body].flatMap((schema) => fieldsOf(schema as Field | undefined));
  const codes = refusalsOf(offered).map((code) => `<a href="#${code}"><code>${code}</code></a>`);
  const answers = success.map(({ status, example }) =>
    codeBlock(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\n\n${JSON.stringify(example, null, 2)}`),
  );
  return [
    `<section aria-labelledby="${anchorOf(id)}">`,
    `<h4 id="${anchorOf(id)}"><code>${escapeHtml(route.replace(' /api/', ' /'))}</code></h4>`,
    `<p><strong>${escapeHtml(summary)}.</strong> ${withCode(description)}${deprecated ? ` ${withCode(deprecationNote(deprecated))}` : ''}${scope ? ` Scope <code>${scope}</code>.` : ''}</p>`,
    fields.length > 0 ? table(['Field', 'Type', 'Meaning'], fields) : '',
    codeBlock(curlOf(offered, publicUrl)),
    ...answers,
    `<p>Refusals: ${[...new Set(codes)].join(', ')}.</p>`,
    '</section>',
  ].join('\n');
}

function fieldsOf(schema: Field | undefined): string[][] {
  const shapes = schema?.dependentSchemas ? [...Object.values(schema.dependentSchemas), schema.else ?? {}] : [schema ?? {}];
  const rows = shapes.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, field]) => [
      `<code>${escapeHtml(name)}</code>`,
      `${escapeHtml(typeOf(field))}${required.includes(name) ? ', required' : ''}`,
      withCode(field.description ?? ''),
    ]),
  );
  return [...new Map(rows.map((row) => [row[0], row])).values()];
}

function typeOf({ type, items, anyOf }: Field): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  const types = [type ?? 'any'].flat().map((name) => (name === 'array' ? `list of ${typeOf(items ?? {})}s` : name));
  return types.join(' or ');
}

/** The request as a curl command. */
function curlOf({ operation, route }: OfferedOperation, publicUrl: string): string {
  const [method = '', path = ''] = route.split(' ');
  const { example, consumes } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(example?.params?.[name] ?? name));
  const values = Object.entries(example?.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(values).toString();
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${publicUrl}${filled}${query && `?${query}`}"`,
    '  -H "Authorization: Bearer $API_KEY"',
    ...(method === 'POST' ? ['  -H "Idempotency-Key: a-name-of-your-own"'] : []),
    ...(method === 'PATCH' && path.includes('/drafts/') ? ['  -H \'If-Match: "2"\''] : []),
    ...(consumes ? ['  -H "Content-Type: image/jpeg" --data-binary @pier.jpg'] : []),
    ...(example?.body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${JSON.stringify(example.body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n');
}
