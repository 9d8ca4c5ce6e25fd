import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { CONTENT_POLICIES } from '../engine/content-security.ts';
import type { HttpServer } from '../engine/http-server.ts';

/** Where the page has the table of all operations. */
const MARK = '<!-- every operation -->';

/** `GET /api-docs`: the page as it was built, with every operation in it as this server offers it. Answered by `otherwise` where it is not built. */
export function addApiDocsRoute(app: HttpServer, consoleDir: string, otherwise: (reply: FastifyReply) => FastifyReply): void {
  const file = join(consoleDir, 'api-docs.html');
  let page: { plain: string; zipped: Buffer } | undefined;
  app.get('/api-docs', { schema: { hide: true } }, (request, reply) => {
    if (!existsSync(file)) return otherwise(reply);
    page ??= fill(readFileSync(file, 'utf8'), app);
    reply
      .headers({ 'content-security-policy': CONTENT_POLICIES.publicPage, 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .type('text/html; charset=utf-8');
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(page.zipped) : reply.send(page.plain);
  });
}

function fill(built: string, app: HttpServer): { plain: string; zipped: Buffer } {
  const rows = [...app.operations.values()].map(({ operation: { summary, description, scope }, route }) => {
    const cells = [`<code>${escapeHtml(route.replace(' /api/', ' /'))}</code>`, scope ? `<code>${escapeHtml(scope)}</code>` : ''];
    return `<tr><td>${cells.join('</td><td>')}</td><td><strong>${escapeHtml(summary)}.</strong> ${withCode(description)}</td></tr>`;
  });
  const head = '<thead><tr><th scope="col">Operation</th><th scope="col">Scope</th><th scope="col">What it does</th></tr></thead>';
  const plain = built.replace(MARK, () => `<div class="table"><table>${head}<tbody>${rows.join('\n')}</tbody></table></div>`);
  return { plain, zipped: gzipSync(plain) };
}

const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
