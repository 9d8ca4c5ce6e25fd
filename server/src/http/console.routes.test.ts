import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const consoleDir = mkdtempSync(join(tmpdir(), 'countersign-console-'));
mkdirSync(join(consoleDir, 'assets'));
writeFileSync(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>');
writeFileSync(join(consoleDir, 'developers.html'), '<!doctype html><title>developers</title>');
writeFileSync(join(consoleDir, 'api-docs.html'), '<!doctype html><title>api docs</title><!-- every operation -->');
writeFileSync(join(consoleDir, 'service-worker.js'), 'self.skipWaiting();');
writeFileSync(join(consoleDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(consoleDir, 'assets/app-4f2c1b.js'), 'export {};');
writeFileSync(join(consoleDir, 'assets/app-4f2c1b.js.br'), brotliCompressSync('export {};'));
writeFileSync(join(consoleDir, 'assets/app-4f2c1b.js.gz'), gzipSync('export {};'));
writeFileSync(join(consoleDir, 'developers.html.br'), brotliCompressSync('<!doctype html><title>developers</title>'));
const FIRST = ['color-scheme.js', 'assets/first.css', 'assets/first.js'];
writeFileSync(
  join(consoleDir, '.page-files.json'),
  JSON.stringify([
    { path: '/', first: FIRST, files: ['assets/overview-1.js'] },
    { path: '/approvals/{-$approvalId}', first: FIRST, files: ['assets/desk-2.js', 'assets/desk-3.css'] },
    { path: '/jobs/$jobId', first: FIRST, files: ['assets/job-4.js'] },
  ]),
);
writeFileSync(join(consoleDir, '.secret'), 'not for anybody');
afterAll(() => rmSync(consoleDir, { recursive: true }));

const database = useTestDatabase();
const api = useApi(database, { server: { consoleDir } });
const notBuilt = useApi(database, { server: { consoleDir: join(consoleDir, 'nothing-here') } });

describe('paths requested by programs', () => {
  it.each(['/v1/drafts', '/v1', '/graphql', '/mcp', '/openapi.json', '/robots.json', '/favicon-none.png'])(
    'is a refusal at %s, and no page that looks like an answer',
    async (url) => {
      const response = await api.app.inject(url);
      expectProblem(response, 'not_found');
    },
  );

  it('points to the API if only /api is missing', async () => {
    expect(expectProblem(await api.app.inject('/v1/drafts'), 'not_found').detail).toContain('/api/v1/drafts');
  });

  it('serves the public pages with a trailing slash too', async () => {
    const response = await api.app.inject('/developers/');
    expect({ status: response.statusCode, location: response.headers.location }).toEqual({ status: 308, location: '/developers' });
  });

  it.each(['identity', 'gzip, deflate, br'])('lists every operation on /api-docs (%s)', async (encoding) => {
    const response = await api.app.inject({ url: '/api-docs', headers: { 'accept-encoding': encoding } });
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    const page = encoding === 'identity' ? response.body : gunzipSync(response.rawPayload).toString();
    const { paths } = (await api.app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, { summary: string }>> }>();
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { summary }] of Object.entries(methods)) {
        expect(page).toContain(`<code>${method.toUpperCase()} ${path.replace('/api/', '/')}</code>`);
        expect(page).toContain(summary);
      }
    }
  });

  it('lists every operation and document for language models', async () => {
    const response = await api.app.inject('/llms.txt');
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    const paths = Object.keys((await api.app.inject('/api/openapi.json')).json<{ paths: object }>().paths);
    for (const path of paths) expect(response.body).toContain(`${path}\``);
    expect(response.body).toContain('/api/mcp');
  });
});

describe('the console', () => {
  it.each(['/', '/approvals', '/jobs/job_1', '/setup?x=1', '/a/b/c', '/developers/more'])(
    'is its one page at %s, never cached',
    async (url) => {
      const response = await api.app.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('<title>console</title>');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-type']).toMatch(/^text\/html/);
    },
  );

  it('may run its own scripts but no inline scripts', async () => {
    const policy = String((await api.app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  it('caches assets for a year and revalidates everything else', async () => {
    const asset = await api.app.inject('/assets/app-4f2c1b.js');
    expect(asset.headers['cache-control']).toBe('max-age=31536000, immutable');
    expect(asset.headers['content-type']).toMatch(/javascript/);
    expect((await api.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('sends assets without the headers of documents, and no browser executes one that is opened directly', async () => {
    const { headers } = await api.app.inject('/assets/app-4f2c1b.js');
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('permissions-policy');
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('x-request-id');
    expect(headers).not.toHaveProperty('referrer-policy');
    expect(JSON.stringify(headers).length).toBeLessThan(450);
  });

  it('lets its pages show only its own pictures and videos, and those that they have fetched', async () => {
    const policy = String((await api.app.inject('/drafts')).headers['content-security-policy']);
    expect(policy).toContain("img-src 'self' data: blob:; media-src 'self' blob:;");
  });

  it('lets its service worker fetch only its own files', async () => {
    const { headers } = await api.app.inject('/service-worker.js');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* connect-src 'self'$/);
  });

  it('sends the build’s compressed files to clients that accept them', async () => {
    const ask = (encoding: string) => api.app.inject({ url: '/assets/app-4f2c1b.js', headers: { 'accept-encoding': encoding } });
    const brotli = await ask('gzip, deflate, br, zstd');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers.vary).toContain('accept-encoding');
    expect(brotli.headers['cache-control']).toBe('max-age=31536000, immutable');
    expect(brotli.headers['content-type']).toMatch(/javascript/);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('export {};');
    expect(gunzipSync((await ask('gzip')).rawPayload).toString()).toBe('export {};');
    expect((await ask('identity')).body).toBe('export {};');
    // What a page may do hangs on the page, not on how it is sent.
    const page = await api.app.inject({ url: '/developers', headers: { 'accept-encoding': 'br' } });
    expect(page.headers['content-encoding']).toBe('br');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/);
  });

  it('still serves an asset that a new build removed, and serves one that it added', async () => {
    const ask = (file: string) => api.app.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': 'br' } });
    expectProblem(await ask('style-9.css'), 'not_found');
    writeFileSync(join(consoleDir, 'assets/style-9.css'), 'a{}');
    const { body, headers } = await ask('style-9.css');
    expect(body).toBe('a{}');
    expect(headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' });
    rmSync(join(consoleDir, 'assets/style-9.css'));
    expect((await ask('style-9.css')).body).toBe('a{}');
  });

  it('sends no encoding that a client weighs at zero', async () => {
    const headers = { 'accept-encoding': 'br;q=0, gzip;q=0.5' };
    expect((await api.app.inject({ url: '/assets/app-4f2c1b.js', headers })).headers['content-encoding']).toBe('gzip');
  });

  it('is not served for a missing asset or a folder', async () => {
    expectProblem(await api.app.inject('/assets/gone.js'), 'not_found');
    expectProblem(await api.app.inject('/assets/app-4f2c1b.js.br'), 'not_found');
    expectProblem(await api.app.inject('/assets/'), 'not_found');
  });

  it('is not served for a change or an unknown path of the API', async () => {
    expectProblem(await api.app.inject({ method: 'POST', url: '/approvals' }), 'method_not_allowed');
    expectProblem(await api.app.inject('/api/approvals'), 'not_found');
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/.secret', '/assets//app-4f2c1b.js'])(
    'shows no other file: %s',
    async (url) => {
      const response = await api.app.inject(url);
      expect(response.body).not.toMatch(/not for anybody|"name"|export \{\}/);
      expect(response.statusCode).toBeLessThan(500);
    },
  );

  it('reports that it is not built yet', async () => {
    const response = await notBuilt.app.inject('/approvals');
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('The console is not built yet.');
    expect((await notBuilt.app.inject('/developers')).body).toContain('The console is not built yet.');
    expect((await notBuilt.app.inject('/api/health/live')).statusCode).toBe(200);
  });
});

describe('a public page', () => {
  it.each([
    ['/developers', 'developers'],
    ['/api-docs', 'api docs'],
    ['/developers.html', 'developers'],
  ])('%s is static and can load nothing but its own style and pictures', async (url, title) => {
    const response = await api.app.inject(url);
    expect(response.body).toContain(`<title>${title}</title>`);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self'/);
    expect(policy).not.toContain('script-src');
    expect(policy).not.toContain('connect-src');
  });
});

describe('the files of a screen', () => {
  const linkAt = async (url: string, cookie = 'countersign=any') => (await api.app.inject({ url, headers: { cookie } })).headers.link;
  /** What nothing is drawn without, and then what nothing runs without. */
  const BEFORE =
    '</color-scheme.js>; rel=preload; as=script, </assets/first.css>; rel=preload; as=style; crossorigin, </assets/first.js>; rel=modulepreload; crossorigin';
  const script = (file: string): string => `</assets/${file}>; rel=modulepreload; crossorigin; fetchpriority=low`;
  const DESK = `${BEFORE}, ${script('desk-2.js')}, </assets/desk-3.css>; rel=preload; as=style; crossorigin; fetchpriority=low`;

  it.each([
    ['/', `${BEFORE}, ${script('overview-1.js')}`],
    ['/approvals', DESK],
    ['/approvals/apr_1?search=x', DESK],
    ['/jobs/job_1', `${BEFORE}, ${script('job-4.js')}`],
  ])('are announced with the page at %s to browsers with a session cookie, after those of every page', async (url, announced) => {
    expect(await linkAt(url)).toBe(announced);
  });

  it.each(['/', '/approvals/apr_1'])('are not announced at %s before sign-in', async (url) => {
    expect(await linkAt(url, 'other=any')).toBeUndefined();
  });

  it.each([
    ['countersign=any', 'session'],
    ['other=any', undefined],
  ])('with the cookie %s the page passes %s to its script, which decides whether it prefetches', async (cookie, expected) => {
    const { headers } = await api.app.inject({ url: '/approvals/apr_1', headers: { cookie } });
    expect(headers['server-timing']).toBe(expected);
  });

  it.each(['/jobs', '/approvals/apr_1/more', '/developers', '/no/such/page'])(
    'are not announced where none is known, at %s',
    async (url) => {
      expect(await linkAt(url)).toBeUndefined();
    },
  );
});
