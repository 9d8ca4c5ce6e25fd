import { ApiFault } from '../api/api-fault.ts';
import { openRelay, type Relay } from './relay.ts';

/** Runs `work` with every relay that can be reached; throws ApiFault where that is none. */
export async function withRelays<T>(urls: readonly string[], signal: AbortSignal, work: (relays: Relay[]) => Promise<T>): Promise<T> {
  const opened = await Promise.allSettled(urls.map((url) => openRelay(url, signal)));
  const relays = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    if (relays.length === 0) {
      const message = `None of the relays can be reached: ${urls.map((url) => new URL(url).host).join(', ')}.`;
      throw new ApiFault({ kind: 'unavailable', message, retryAfterSeconds: null });
    }
    return await work(relays);
  } finally {
    for (const relay of relays) relay.close();
  }
}
