import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../../../clock.ts';
import type { Limits } from '../../../config/limits-config.ts';
import { DomainError } from '../../../errors.ts';
import { createConcurrencyLimit } from '../../../long-work/concurrency-limit.ts';
import type { Answer } from '../../../outbound/fetch-bounded.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import { OutboundFault } from '../../../outbound/outbound-fault.ts';
import { networkOf } from '../../attempt-limit.ts';
import { OauthError } from '../oauth-error.ts';
import { type ClientDocuments, documentAddressFault, type PublishedClient, readClientDocument } from './client-document.ts';

const TIMEOUT_MS = 5_000;
/** The draft recommends 5 KB; the longest known document has less than 3. */
const MOST_BYTES = 16_384;
const MOST_REMEMBERED = 500;
const LASTS_SECONDS = 3_600;
const LASTS_AT_MOST_SECONDS = 86_400;
/** Anyone may name an address, so fetches are limited; the limits count per requesting network. */
const PLACES = { atOnce: 32, mostOfOne: 4, mostWaiting: 160 };
const MOST_A_MINUTE = 30;

interface Parts {
  outbound: Outbound;
  clock: Clock;
  limits: Pick<Limits, 'strangers'>;
  timeoutMs?: number;
}

interface Memo {
  client: PublishedClient;
  until: number;
}

export function createClientDocuments({ outbound, clock, limits, timeoutMs = TIMEOUT_MS }: Parts): ClientDocuments {
  const remembered = new Map<string, Memo>();
  const underWay = new Map<string, Promise<PublishedClient>>();
  const line = createConcurrencyLimit({ ...PLACES, waitMs: timeoutMs });
  // For measurements the operator may have disabled all limits.
  const points = Math.min(MOST_A_MINUTE, limits.strangers);
  const limiter = Number.isFinite(limits.strangers) ? new RateLimiterMemory({ points, duration: 60 }) : null;
  const look = async (clientId: string): Promise<PublishedClient> => {
    const answer = await fetchDocument(outbound, clientId, timeoutMs);
    const client = readClientDocument(clientId, answer.bytes);
    const seconds = lastsSeconds(answer.headers.get('cache-control') ?? '');
    remembered.delete(clientId);
    if (seconds > 0) remembered.set(clientId, { client, until: clock.now().getTime() + seconds * 1_000 });
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) break;
      remembered.delete(oldest);
    }
    return client;
  };
  const takeSlot = async (owner: string, clientId: string) => {
    await limiter?.consume(owner).catch(() => {
      throw new DomainError('rate_limited', { details: { retry_after_seconds: 60 } });
    });
    return line.run(owner, () => look(clientId));
  };
  return {
    async find(clientId, askedFrom) {
      const known = remembered.get(clientId);
      if (known && known.until > clock.now().getTime()) return known.client;
      const fault = documentAddressFault(clientId);
      if (fault) throw new OauthError('invalid_client', `An address as client_id ${fault}`);
      const owner = networkOf(askedFrom);
      // Not shared between networks, or a caller would wait in another's queue.
      const key = `${owner} ${clientId}`;
      const begun = underWay.get(key);
      if (begun) return begun;
      const looking = takeSlot(owner, clientId).finally(() => underWay.delete(key));
      underWay.set(key, looking);
      return looking;
    },
  };
}

/** Redirects are not followed: the address itself is the client's name. */
async function fetchDocument(outbound: Outbound, clientId: string, timeoutMs: number): Promise<Answer> {
  try {
    return await outbound.fetch(clientId, {
      headers: { accept: 'application/json' },
      timeoutMs,
      mostBytes: MOST_BYTES,
      judge({ status, headers }) {
        // The status is not disclosed, which would allow probing a host.
        if (status !== 200) throw refuse('it did not respond with status 200.');
        if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? ''))
          throw refuse('it is not served as application/json.');
      },
    });
  } catch (error) {
    if (error instanceof OutboundFault) throw refuse(error.message);
    throw error;
  }
}

const refuse = (why: string): OauthError =>
  new OauthError('invalid_client', `The document at the client_id could not be fetched: ${why.replaceAll(/[^\x20-\x7e]/g, '?')}`);

/** By its caching headers (RFC 9111), for at most a day; refusals are never cached. */
function lastsSeconds(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const [, said] = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl) ?? [];
  return said === undefined ? LASTS_SECONDS : Math.min(Number(said), LASTS_AT_MOST_SECONDS);
}
