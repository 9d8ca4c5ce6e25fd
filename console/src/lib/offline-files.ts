/** Registers the service worker and has it keep the files that this page has used, so it opens without a connection. */
export async function keepFilesOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  active?.postMessage({ keep: used.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname) });
}
