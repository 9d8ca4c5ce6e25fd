import type { Context } from '../context.ts';
import { inReading } from '../db/transaction.ts';
import type { Event } from './event.entity.ts';
import { eventsAfter, lastSequenceOf } from './event-queries.ts';
import type { EventType } from './event-types.ts';
import { waitForNews } from './watch-changes.ts';

/** The longest silence: proxies close idle connections. */
const BEAT_MS = 15_000;
const AT_A_TIME = 100;

interface Followed {
  workspaceId: string;
  after: number;
  types?: readonly EventType[] | null | undefined;
  /** Called inside each read's transaction; throws if the caller may no longer read. */
  mayRead(reading: Context): Promise<unknown>;
  signal: AbortSignal;
}

interface Batch {
  /** None in a heartbeat. */
  events: Event[];
  /** The number to resume from, which counts the events of other types and for others. */
  upTo: number;
}

/**
 * A workspace's events after a number and then as they are committed, without gaps, in small batches. Ends with the
 * signal.
 */
export async function* followEvents(ctx: Context, { workspaceId, after: begin, types, mayRead, signal }: Followed): AsyncGenerator<Batch> {
  for (let after = begin; !signal.aborted; ) {
    const next = (reading: Context, limit: number) => eventsAfter(reading, workspaceId, { after, limit, types });
    const { events, last } = await inReading(ctx, async (reading) => {
      await mayRead(reading);
      return { last: await lastSequenceOf(reading, workspaceId), events: await next(reading, AT_A_TIME) };
    });
    const isMore = events.length === AT_A_TIME;
    // Of the same snapshot, and numbers become visible in order: nothing up to it can appear later.
    after = isMore ? (events.at(-1)?.sequence ?? after) : last;
    yield { events, upTo: after };
    if (isMore) continue;
    await waitForNews(ctx, {
      isNews: (news) => news.type === 'events' && news.workspaceId === workspaceId,
      look: () => inReading(ctx, async (reading) => (await next(reading, 1)).length > 0),
      milliseconds: BEAT_MS,
      signal,
    });
  }
}
