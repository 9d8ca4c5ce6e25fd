/** The push subscription for the server. */
export interface PushSubscriptionFacts {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** On iPhones only once the console is on the home screen. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Asks for permission and subscribes this browser; null if it is declined. */
export async function subscribePush(publicKey: string): Promise<PushSubscriptionFacts | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // A browser keeps the key of its subscription; one of another server would make this fail.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Unsubscribes this browser on sign-out: the push service reports it at the next message. */
export async function unsubscribePush(): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
