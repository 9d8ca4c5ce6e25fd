/** Where an entry goes: slow calls only hold up others of the same connection or platform. */
export interface Way {
  platform: string | null;
  connectionId: string | null;
}

export interface Places {
  /** Takes a slot; null if none is left. */
  take(way: Way): Place | null;
  /** Connections without a further slot for now. */
  fullConnections(): string[];
}

export interface Place {
  /** Again, it does nothing. */
  free(): void;
}

export interface PlacesOptions {
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
