// Shows what the server pushes, and opens the page that it is about. It keeps no page and no answer: what is shown is always the server's own.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
