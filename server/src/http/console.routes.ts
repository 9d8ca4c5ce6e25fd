import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Services } from '../context.ts';
import { loadOnce } from '../load-ahead.ts';
import { SERVER_FOLDER } from '../server-folder.ts';
import { sessionTokenOf } from './auth/cookies.ts';
import { takesCoding } from './engine/compress-answer.ts';
import { CONTENT_POLICIES, removeDocumentHeaders } from './engine/content-security.ts';
import type { HttpServer } from './engine/http-server.ts';
import { addDeveloperPages } from './pages/developers.routes.ts';

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
function addAssetRoutes(app: HttpServer, consoleDir: string): void {
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
    // Each of a page's files carries these headers. A file that is cached for a year belongs to no single request, and what
    // a script imports is requested by the policy of its page.
    reply.removeHeader('x-request-id');
    reply.raw.removeHeader('referrer-policy');
    return reply
      .type(type)
      .header('vary', 'accept-encoding')
      .header('content-security-policy', CONTENT_POLICIES.asset)
      .header('cache-control', 'max-age=31536000, immutable')
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

/** The console's build. */
export const CONSOLE_DIR = join(SERVER_FOLDER, '../console/dist');

const NOT_BUILT = 'The console is not built yet. Run "npm start" in the project to build it. The API under /api is already available.\n';

/** Separate pages next to the console; they work without any script. */
const PUBLIC_PAGES: Record<string, string> = { '/developers': 'developers.html', '/api-docs': 'api-docs.html' };

/** Serves the console's build: files as they are, the public pages, and the console itself on every other path. */
export async function addConsoleRoutes(app: HttpServer, services: Services, consoleDir: string, sendConsole: ConsoleSender): Promise<void> {
  await app.register(fastifyStatic, {
    root: consoleDir,
    serve: true,
    wildcard: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // The encodings that the build provides: brotli, else gzip, else the file itself.
    preCompressed: true,
    suppressWarning: true,
    setHeaders: (reply, path) => setFileHeaders(reply, path),
  });

  addAssetRoutes(app, consoleDir);
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendConsole(reply));
  for (const [path, file] of Object.entries(PUBLIC_PAGES)) {
    if (path !== '/api-docs') app.get(path, { schema: { hide: true } }, (_request, reply) => sendPage(reply, consoleDir, file));
    app.get(`${path}/`, { schema: { hide: true } }, (_request, reply) => reply.redirect(path, 308));
  }
  addDeveloperPages(app, services, consoleDir, (reply, file) => sendPage(reply, consoleDir, file));
}

/** Sends the console's single page, for every path that is neither a file nor part of the API. */
export type ConsoleSender = (reply: FastifyReply) => FastifyReply;

/**
 * With a session cookie the response announces the files of the screen; without one they are not needed before
 * sign-in.
 */
export function consoleSender(config: Config, consoleDir: string): ConsoleSender {
  const filesOf = pageFiles(consoleDir);
  return (reply) => {
    const { request } = reply;
    if (sessionTokenOf(config, request) !== null) {
      const files = filesOf(request.url.split('?')[0] ?? '/');
      if (files) reply.header('link', files);
      // The page's script cannot see the cookie; this header says that there may be a session (`read-ahead.ts`).
      reply.header('server-timing', 'session');
    }
    return sendPage(reply, consoleDir, 'index.html');
  };
}

/** What programs request when they leave out `/api`: a page would look like a successful response. */
const MEANT_FOR_THE_API = /^\/(v\d+|graphql|mcp|oauth|metrics|health)(\/|$)/;

/** Where platforms redirect people to; it ends with a server's name, which looks like a file's. */
const RETURN_PATH = '/connections/return/';

/** Whether a path is a page of the console. Missing files and requests meant for the API are not. */
export function isConsolePath(path: string): boolean {
  if (path.startsWith(RETURN_PATH)) return true;
  const isFile = /\.[a-z\d]+$/i.test(path) || path.startsWith('/assets/') || path.startsWith('/.well-known/');
  return !isFile && !isMeantForApi(path);
}

export const isMeantForApi = (path: string): boolean => MEANT_FOR_THE_API.test(path);

function sendPage(reply: FastifyReply, consoleDir: string, file: string): FastifyReply {
  if (existsSync(join(consoleDir, file))) return reply.code(200).sendFile(file);
  return reply
    .code(503)
    .headers({ 'content-security-policy': CONTENT_POLICIES.data, 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(NOT_BUILT);
}

/** All files except the assets keep their names when they change, so they are revalidated. */
function setFileHeaders(reply: FastifyReply, sentPath: string): void {
  const path = sentPath.replace(/\.(br|gz)$/, '');
  if (!/\.html$|\/service-worker\.js$/.test(path)) removeDocumentHeaders(reply);
  reply.header('content-security-policy', policyOf(path));
  reply.header('cache-control', 'no-cache');
}

/** A policy applies to the page it is sent with; a script or picture opened by itself is data. */
function policyOf(path: string): string {
  if (path.endsWith('/service-worker.js')) return CONTENT_POLICIES.serviceWorker;
  if (!path.endsWith('.html')) return CONTENT_POLICIES.data;
  const isPublicPage = Object.values(PUBLIC_PAGES).some((file) => path.endsWith(`/${file}`));
  return isPublicPage ? CONTENT_POLICIES.publicPage : CONTENT_POLICIES.console;
}

/**
 * As the console's build writes it: a path as in its router, and the files of its screen: those that every page loads
 * first, and the rest.
 */
interface Screen {
  path: string;
  first: string[];
  files: string[];
}

/**
 * Returns the `Link` header by which a browser fetches a screen's files right after the first ones, for the path of a
 * page; null for unknown paths.
 */
function pageFiles(consoleDir: string): (path: string) => string | null {
  const file = join(consoleDir, '.page-files.json');
  const screens: Screen[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const known = screens.map(({ path, first, files }) => ({
    path: patternOf(path),
    header: [...first.map(linkTo), ...files.map((file) => `${linkTo(file)}; fetchpriority=low`)].join(', '),
  }));
  return (path) => known.find((screen) => screen.path.test(path))?.header ?? null;
}

/** `$draftId` matches one segment of any name; `{-$approvalId}` is optional. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter((part) => part !== '');
  const patterns = parts.map((part) => (part.startsWith('{-$') ? '(?:/[^/]+)?' : part.startsWith('$') ? '/[^/]+' : `/${part}`));
  return new RegExp(`^${patterns.join('')}/?$`);
}

function linkTo(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`;
  return file.startsWith('assets/') ? `</${file}>; rel=modulepreload; crossorigin` : `</${file}>; rel=preload; as=script`;
}
