import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { loadOnce } from '../load-ahead.ts';
import { takesCoding } from './engine/compress-answer.ts';
import { CONTENT_POLICIES, removeDocumentHeaders } from './engine/content-security.ts';
import type { HttpServer } from './engine/http-server.ts';

/** Content types by extension, for the files in the console's build. */
const TYPES: Record<string, string> = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };
/** Encodings that the build provides next to the original, the smallest first. */
const CODINGS = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
  { coding: null, suffix: '' },
] as const;

/** A file in one encoding, read at its first request. */
interface Form {
  coding: (typeof CODINGS)[number]['coding'];
  read(): Promise<Buffer>;
}

/**
 * Serves `/assets/`, of which a page takes some thirty: each is read once and cached, a megabyte in all. Served by
 * the static plugin, each took eight system calls and most of the response's processor time.
 */
export function addAssetRoutes(app: HttpServer, consoleDir: string): void {
  const formsOf = rememberForms(join(consoleDir, 'assets'));
  app.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const type = /^\w[\w.-]*$/.test(file) && TYPES[extname(file)];
    const forms = type ? await formsOf(file) : [];
    const form = forms.find(({ coding }) => coding === null || takesCoding(request, coding));
    if (!type || !form) return reply.callNotFound();
    const { coding, read } = form;
    if (coding) reply.header('content-encoding', coding);
    removeDocumentHeaders(reply);
    return reply
      .type(type)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', CONTENT_POLICIES.data)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await read());
  });
}

/** Missing files are not cached: a parallel build may add them, and unknown names cannot fill the memory. */
function rememberForms(folder: string): (file: string) => Promise<Form[]> {
  const known = new Map<string, Form[]>();
  return async (file) => {
    const path = join(folder, file);
    if (!known.has(file) && existsSync(path)) {
      const there = CODINGS.filter(({ suffix }) => existsSync(path + suffix));
      const forms = there.map(({ coding, suffix }) => ({ coding, read: loadOnce(() => readFile(path + suffix)).load }));
      known.set(file, forms);
    }
    return known.get(file) ?? [];
  };
}
