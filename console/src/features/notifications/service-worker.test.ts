import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const SOURCE = readFileSync(join(import.meta.dirname, '../../../public/service-worker.js'), 'utf8');

/** The service worker with a fake browser API, which records calls. */
function startServiceWorker({ openPages = 0 } = {}) {
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
  runInNewContext(SOURCE, { self, URL, Promise });
  const send = async (type: string, event: object): Promise<string[]> => {
    let lasting: unknown;
    handlers.get(type)?.({ ...event, waitUntil: (until: unknown) => (lasting = until) });
    await lasting;
    return done;
  };
  const tap = (path: string) => send('notificationclick', { notification: { close: () => done.push('close'), data: { path } } });
  return { tap, push: (message: object) => send('push', { data: { json: () => message } }) };
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
