// Shows push messages, and keeps the console's files so that it opens without a connection. It never keeps a response of the API.

// Both are replaced by the build (`service-worker.plugin.ts`): a hash of all files, and those that the desk loads on demand.
const VERSION = 'development';
const ON_DEMAND = [];

const PREFIX = 'countersign-files-';
const FILES = PREFIX + VERSION;
/** The console's one page, for every address of it. */
const PAGE = '/';
/** Addresses that the server answers by itself. */
const NOT_THE_CONSOLE = /^\/(api|api-docs|developers|v\d+|oauth|mcp|graphql|metrics|health|\.well-known|connections\/return)(\/|$)/;
/** Of these each build has its own, except for two that the version covers. */
const IS_FILE = /^\/(assets\/[\w.-]+|color-scheme\.js|favicon\.svg)$/;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([forgetOtherVersions(), self.clients.claim()])));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !NOT_THE_CONSOLE.test(pathname)) event.respondWith(openPage(request));
  else if (IS_FILE.test(pathname)) event.respondWith(readFile(request));
});

// From a page of a signed-in person, once it is loaded: the files that it has used.
self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keepFiles(event.data.keep));
});

/** A line can be up and dead: after this long the kept page is opened. */
const PAGE_MS = 5_000;

/** The server's page, which names the current files; the kept one without a connection. */
async function openPage(request) {
  const kept = await caches.match(PAGE, { cacheName: FILES });
  if (!kept) return fetch(request);
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PAGE_MS, kept);
  });
  return Promise.race([fetch(request).catch(() => kept), late]).finally(() => clearTimeout(timer));
}

async function readFile(request) {
  return (await caches.match(request, { cacheName: FILES, ignoreVary: true })) ?? fetch(request);
}

/** The browser has most of them already: they are not transferred again. */
async function keepFiles(paths) {
  const cache = await caches.open(FILES);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...paths.filter((path) => IS_FILE.test(path)), ...ON_DEMAND, PAGE].filter((path) => !kept.has(path));
  await Promise.all([...new Set(missing)].map((path) => cache.add(path).catch(() => undefined)));
}

async function forgetOtherVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== FILES).map((name) => caches.delete(name)));
}

self.addEventListener('push', (event) => {
  const { title, body, path, unseen } = event.data.json();
  const shown = self.registration.showNotification(title, { body, icon: '/icon-192.png', badge: '/badge.png', data: { path } });
  const counted = self.navigator.setAppBadge?.(unseen).catch(() => {});
  event.waitUntil(Promise.all([shown, counted]));
});

// A tap looks, and never decides: all that it does is open a page.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, self.location.origin)));
});

async function open(url) {
  if (url.origin !== self.location.origin) return;
  const [client] = await self.clients.matchAll({ type: 'window' });
  const shown = await client?.navigate(url.href).catch(() => null);
  await (shown ? shown.focus() : self.clients.openWindow(url.href));
}
