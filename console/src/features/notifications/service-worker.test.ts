import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const SOURCE = readFileSync(join(import.meta.dirname, '../../../public/service-worker.js'), 'utf8');

interface Options {
  openPages?: number;
  fetch?: () => Promise<string>;
  /** The page that the browser keeps. */
  kept?: string;
}

/** The service worker with a fake browser API, which records calls. */
function startServiceWorker({ openPages = 0, fetch = async () => 'of the server', kept }: Options = {}) {
  const done: string[] = [];
  const handlers = new Map<string, (event: object) => void>();
  const client = { navigate: async (url: string) => done.push(`navigate ${url}`) && client, focus: async () => done.push('focus') };
  const self = {
    addEventListener: (type: string, handler: (event: object) => void) => handlers.set(type, handler),
    location: new URL('https://posts.example.org/service-worker.js'),
    navigator: { setAppBadge: async (count: number) => void done.push(`badge ${count}`) },
    registration: {
      showNotification: async (title: string, { body, data }: NotificationOptions) => done.push(`show ${title}: ${body} → ${data.path}`),
    },
    clients: { matchAll: async () => Array(openPages).fill(client), openWindow: async (url: string) => done.push(`open ${url}`) },
  };
  // Every wait is over at once.
  const setTimeout = (ring: (value: unknown) => void, _ms: number, value: unknown) => setImmediate(ring, value);
  runInNewContext(SOURCE, { self, URL, Promise, fetch, caches: { match: async () => kept }, setTimeout, clearTimeout: clearImmediate });
  const send = async (type: string, event: object): Promise<string[]> => {
    let lasting: unknown;
    handlers.get(type)?.({ ...event, waitUntil: (until: unknown) => (lasting = until) });
    await lasting;
    return done;
  };
  const open = async (): Promise<unknown> => {
    let answer: unknown;
    const request = { method: 'GET', url: 'https://posts.example.org/approvals', mode: 'navigate' };
    handlers.get('fetch')?.({ request, respondWith: (response: unknown) => (answer = response) });
    return answer;
  };
  const tap = (path: string) => send('notificationclick', { notification: { close: () => done.push('close'), data: { path } } });
  return { open, tap, push: (message: object) => send('push', { data: { json: () => message } }) };
}

it('shows push notifications, and counts new ones on the icon', async () => {
  const { push } = startServiceWorker();
  expect(await push({ title: 'A post waits', body: 'The pier.', path: '/approvals/apr_1', unseen: 3 })).toEqual([
    'show A post waits: The pier. → /approvals/apr_1',
    'badge 3',
  ]);
});

it('opens the page of the notification, or navigates an open console to it', async () => {
  expect(await startServiceWorker().tap('/approvals/apr_1')).toEqual(['close', 'open https://posts.example.org/approvals/apr_1']);
  expect(await startServiceWorker({ openPages: 2 }).tap('/news')).toEqual(['close', 'navigate https://posts.example.org/news', 'focus']);
});

it('never opens other sites', async () => {
  expect(await startServiceWorker().tap('https://evil.example.org/')).toEqual(['close']);
  expect(await startServiceWorker().tap('//evil.example.org/')).toEqual(['close']);
});

it('opens the server’s page, and the kept one if the connection is down, or up and dead', async () => {
  const [down, dead] = [() => Promise.reject(new TypeError('Failed to fetch')), () => new Promise<string>(() => {})];
  expect(await startServiceWorker({ kept: 'kept' }).open()).toBe('of the server');
  expect(await startServiceWorker().open()).toBe('of the server');
  expect(await startServiceWorker({ fetch: down, kept: 'kept' }).open()).toBe('kept');
  expect(await startServiceWorker({ fetch: dead, kept: 'kept' }).open()).toBe('kept');
  await expect(startServiceWorker({ fetch: down }).open()).rejects.toThrow('Failed to fetch');
});
