import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { takesCoding } from '../engine/compress-answer.ts';
import { CONTENT_POLICIES } from '../engine/content-security.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { renderContents, renderOperations } from './operation-sections.ts';
import { READER_PAGES, type ReaderPage, renderReaderPage } from './reader-pages.ts';

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
      replaced(built, 'every operation', renderOperations(operations, publicUrl)),
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
