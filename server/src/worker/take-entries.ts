import type { Job, PgBoss } from 'pg-boss';
import { coalesce } from '../coalesce.ts';
import { SANDBOX } from '../publishing/gates/gate-snapshot.ts';
import { PUBLISH_QUEUE, type PublishEntry } from '../publishing/publish-queue.ts';
import { inSpan } from '../tracing.ts';

/** The polling interval for new and due entries; at once after one is done and none waits here. */
const LOOK_EVERY_MS = 250;
const AT_A_TIME = 48;
/** In one process. A call that hangs costs almost nothing, so there are many slots, and no kind can take all of them. */
const PLACES = 240;
const PLACES_OF_A_PLATFORM = 24;
const PLACES_OF_A_CONNECTION = 4;
/** A network may take dozens of posts at once by one account for an attack; the sandbox accepts all. */
const FURTHER = { all: 96, perConnection: (platform: string | null) => (platform === SANDBOX ? 44 : 4), quickMs: 1_000 };
/** Well within the queue's heartbeat: a holder that is silent for longer counts as dead. */
const TOUCH_EVERY_MS = 4_000;
const SILENT_MS = 60_000;

type Entry = Job<PublishEntry>;

/** `answered` is called once the platform has responded or no call was made: the rest depends on the database only. */
export type Work = (publicationId: string, answered: () => void) => Promise<void>;

export interface Taking {
  /** Whether the queue has answered within the last minute. */
  isTaking(): boolean;
  /** Takes nothing new, returns what has not begun, and resolves when all that has begun is done. */
  stop(): Promise<void>;
}

/**
 * Takes entries off the queue individually: nothing waits for the slowest of a batch, and what hangs on one
 * connection or platform leaves the slots of others free.
 */
export function takeEntries(boss: PgBoss, work: Work, report: (error: unknown) => void): Taking {
  const stopping = new AbortController();
  const pause = createPause(LOOK_EVERY_MS, stopping.signal);
  const places = createPlaces({ perConnection: PLACES_OF_A_CONNECTION, perPlatform: PLACES_OF_A_PLATFORM, further: FURTHER });
  const complete = completing(boss, report);
  const begun = new Map<string, Promise<void>>();
  /** Taken, but without a slot. More of the same connection is left to other workers until these have begun. */
  let waiting: Entry[] = [];

  let tookAt = performance.now();
  const take = async (): Promise<boolean> => {
    const batchSize = Math.min(AT_A_TIME, PLACES - begun.size);
    const ignoreGroups = [...places.fullConnections(), ...waiting.flatMap(({ groupId }) => groupId ?? [])];
    // While all slots are taken, the queue is not queried, so it is not silent.
    const entries = batchSize > 0 ? await boss.fetch<PublishEntry>(PUBLISH_QUEUE, { batchSize, ignoreGroups }) : [];
    tookAt = performance.now();
    waiting.push(...entries);
    beginWaiting();
    return batchSize > 0 && entries.length === batchSize;
  };
  const beginWaiting = (): void => {
    if (!stopping.signal.aborted) waiting = waiting.filter((entry) => begun.size >= PLACES || !begin(entry));
  };
  const begin = (entry: Entry): boolean => {
    const way: Way = { platform: entry.data.platform ?? null, connectionId: entry.groupId ?? null };
    const place = places.take(way);
    if (!place) return false;
    const leave = (): void => {
      place.free();
      beginWaiting();
      if (waiting.length === 0) pause.end();
    };
    const done = inTrace(entry, () => work(entry.data.publicationId, leave))
      .then(() => complete(entry.id))
      // It is not completed, so the queue redelivers it.
      .then(() => {}, report)
      .finally(() => {
        begun.delete(entry.id);
        leave();
      });
    begun.set(entry.id, done);
    return true;
  };
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const isMore = await take().catch((error: unknown) => void report(error));
      if (!isMore) await pause.wait();
    }
  };
  const touching = setInterval(() => {
    const held = [...begun.keys(), ...waiting.map(({ id }) => id)];
    if (held.length > 0) boss.touch(PUBLISH_QUEUE, held).catch(report);
  }, TOUCH_EVERY_MS);
  const looking = look();
  return {
    isTaking: () => performance.now() - tookAt < SILENT_MS,
    async stop() {
      stopping.abort();
      await looking;
      await Promise.all(waiting.map((entry) => giveBack(boss, entry).catch(report)));
      await Promise.all(begun.values());
      clearInterval(touching);
    },
  };
}

/** Part of the trace of the request that has queued it, and of its own where that was not recorded. */
function inTrace({ data: { publicationId, platform, traceparent } }: Entry, work: () => Promise<void>): Promise<void> {
  const attributes = { 'countersign.publication.id': publicationId, 'countersign.platform': platform };
  return inSpan('publish', { kind: 'consumer', attributes, parent: traceparent ?? null }, work);
}

async function giveBack(boss: PgBoss, { id, data, groupId }: Entry): Promise<void> {
  await boss.send(PUBLISH_QUEUE, data, groupId ? { group: { id: groupId } } : {});
  await boss.complete(PUBLISH_QUEUE, id);
}

/** Entries completed at the same time are batched into one statement. */
function completing(boss: PgBoss, report: (error: unknown) => void): (id: string) => Promise<unknown> {
  return coalesce<string, unknown>({
    async together(ids) {
      await boss.complete(PUBLISH_QUEUE, [...ids]);
      return new Map(ids.map((id) => [id, null]));
    },
    alone: (id) => boss.complete(PUBLISH_QUEUE, id),
    report,
  });
}

/** A sleep that ends early when there is work, and permanently by the signal. */
function createPause(milliseconds: number, signal: AbortSignal): { wait(): Promise<void>; end(): void } {
  let end = (): void => {};
  // Listened to once: this is waited for four times a second, for months.
  signal.addEventListener('abort', () => end());
  return {
    wait: () =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const timer = setTimeout(resolve, milliseconds);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}

/** Where an entry goes: slow calls only hold up others of the same connection or platform. */
interface Way {
  platform: string | null;
  connectionId: string | null;
}

interface Places {
  /** Takes a slot; null if none is left. */
  take(way: Way): Place | null;
  /** Connections without a further slot for now. */
  fullConnections(): string[];
}

interface Place {
  /** Calling it again has no effect. */
  free(): void;
}

interface PlacesOptions {
  perConnection: number;
  perPlatform: number;
  /** A connection is slow once one of its calls takes this long, until one ends sooner. */
  slowMs?: number;
  /** Further slots, for connections with quick calls; none by default. */
  further?: Further;
  now?: () => number;
}

export interface Further {
  /** Per process. */
  all: number;
  /** The maximum per connection of this platform. */
  perConnection(platform: string | null): number;
  /** A connection is quick once one of its calls ends sooner than this, until one takes longer. */
  quickMs: number;
}

interface Taken extends Way {
  since: number;
  isFurther: boolean;
}

/** Called hundreds of times per turn of the worker, for up to hundreds of slots. */
function countOf(taken: Iterable<Taken>, isMeant: (each: Taken) => boolean): number {
  let many = 0;
  for (const each of taken) if (isMeant(each)) many += 1;
  return many;
}

/** More connections than send at the same time. */
const MOST_KNOWN = 10_000;

/**
 * Limits concurrent calls per connection and per platform. Where customers name the server, one that hangs is not the
 * platform's fault: slow calls are counted separately, and a slow connection gets one slot, of half as many. A quick
 * connection without a slot gets further ones, which are counted separately: calls that hang in them take no other
 * slot.
 */
export function createPlaces({
  perConnection,
  perPlatform,
  slowMs = 5_000,
  further = { all: 0, perConnection: () => 0, quickMs: 0 },
  now = () => performance.now(),
}: PlacesOptions): Places {
  const taken = new Set<Taken>();
  const slowConnections = new Set<string>();
  const quickConnections = new Set<string>();
  const isSlow = ({ since }: Taken, at: number): boolean => at - since >= slowMs;
  const isKnown = (connectionId: string | null): boolean => connectionId !== null && slowConnections.has(connectionId);
  const learn = (at: number): void => {
    for (const each of taken) {
      // Ordered by when they were taken.
      if (at - each.since < Math.min(further.quickMs, slowMs)) return;
      if (each.connectionId === null) continue;
      if (at - each.since >= further.quickMs) quickConnections.delete(each.connectionId);
      if (isSlow(each, at)) slowConnections.add(each.connectionId);
    }
  };
  const count = (isMeant: (each: Taken) => boolean): number => countOf(taken, isMeant);
  const isConnectionFull = (connectionId: string): boolean => {
    const most = slowConnections.has(connectionId) ? 1 : perConnection;
    return count((each) => each.connectionId === connectionId && !each.isFurther) >= most;
  };
  const hasFurther = ({ platform, connectionId }: Way): boolean =>
    connectionId !== null &&
    quickConnections.has(connectionId) &&
    count((each) => each.connectionId === connectionId && each.isFurther) < further.perConnection(platform) &&
    count(({ isFurther }) => isFurther) < further.all;
  const isPlatformFull = ({ platform, connectionId }: Way, at: number): boolean => {
    const isThere = (each: Taken): boolean => each.platform === platform && !each.isFurther;
    const slow = count((each) => isThere(each) && isSlow(each, at));
    // Slow calls may take up some more, or the first that hang would take all slots.
    if (count(isThere) - slow >= perPlatform || slow >= perPlatform * 2) return true;
    return isKnown(connectionId) && count((each) => isThere(each) && isKnown(each.connectionId)) >= perPlatform / 2;
  };
  const noteQuick = (connectionId: string): void => {
    if (quickConnections.size >= MOST_KNOWN) quickConnections.clear();
    quickConnections.add(connectionId);
  };
  return {
    take(way) {
      const at = now();
      learn(at);
      const isFull =
        (way.connectionId !== null && isConnectionFull(way.connectionId)) || (way.platform !== null && isPlatformFull(way, at));
      if (isFull && !hasFurther(way)) return null;
      const place: Taken = { ...way, since: at, isFurther: isFull };
      taken.add(place);
      return {
        free() {
          if (!taken.has(place)) return;
          const at = now();
          learn(at);
          if (way.connectionId !== null && !isSlow(place, at)) slowConnections.delete(way.connectionId);
          if (way.connectionId !== null && at - place.since < further.quickMs) noteQuick(way.connectionId);
          taken.delete(place);
        },
      };
    },
    fullConnections() {
      learn(now());
      const ways = new Map([...taken].flatMap((each) => (each.connectionId === null ? [] : [[each.connectionId, each] as const])));
      return [...ways].filter(([id, way]) => isConnectionFull(id) && !hasFurther(way)).map(([id]) => id);
    },
  };
}
