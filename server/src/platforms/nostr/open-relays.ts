import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { findRefusal } from '../../outbound/outbound-fault.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { Call } from '../connector.ts';
import { openRelay, type Relay } from './relay.ts';

type Caller = Pick<Call, 'outbound' | 'signal'>;

/** Runs `work` with every reachable relay; throws ApiFault if there is none. */
export async function withRelays<T>(
  { outbound, signal }: Caller,
  urls: readonly string[],
  work: (relays: Relay[]) => Promise<T>,
): Promise<T> {
  const opened = await Promise.allSettled(urls.map((url) => openRelay(outbound, url, signal)));
  const relays = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    if (relays.length > 0) return await work(relays);
    const refused = opened.map((each) => (each.status === 'rejected' ? findRefusal(each.reason) : null)).find(Boolean);
    const said = keepWords(say`None of the relays can be reached: ${urls.map((url) => new URL(url).host).join(', ')}.`);
    throw new ApiFault({ kind: 'unavailable', ...said, retryAfterSeconds: null }, '', refused);
  } finally {
    for (const relay of relays) relay.close();
  }
}
