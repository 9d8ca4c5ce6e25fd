/** Where an entry goes: what is slow there holds up only what goes the same way. */
export interface Way {
  platform: string | null;
  connectionId: string | null;
}

export interface Places {
  /** Takes a place on the way; null where it has none left. */
  take(way: Way): Place | null;
  /** Connections that get no further place for now. */
  fullConnections(): string[];
}

export interface Place {
  /** Again, it does nothing. */
  free(): void;
}

export interface PlacesOptions {
  perConnection: number;
  perPlatform: number;
  /** Whoever has had a place for so long is slow, and his connection known to be so until one of its calls ends sooner. */
  slowMs?: number;
  /** Further places, for connections whose calls end quickly; none when left out. */
  further?: Further;
  now?: () => number;
}

export interface Further {
  /** Of a whole process. */
  all: number;
  /** Of one connection to this platform, at the most. */
  perConnection(platform: string | null): number;
  /** Whoever has given his place back sooner was quick, and his connection is until one of its calls takes longer. */
  quickMs: number;
}

interface Taken extends Way {
  since: number;
  isFurther: boolean;
}

/** More connections than send at the same time. */
const MOST_KNOWN = 10_000;

/**
 * So many at once on one connection, and so many on one platform. Where customers name the server themselves, one of them that
 * hangs is no fault of the platform: what is slow is counted apart, and a connection known to be slow gets one place, of half as many.
 * A quick connection that has none of these left gets further ones, which are counted for themselves: whatever hangs in them takes no
 * other place from anybody.
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
  const isSlow = ({ since }: Taken): boolean => now() - since >= slowMs;
  const isKnown = (connectionId: string | null): boolean => connectionId !== null && slowConnections.has(connectionId);
  const learn = (): void => {
    for (const each of taken) {
      if (each.connectionId === null) continue;
      if (now() - each.since >= further.quickMs) quickConnections.delete(each.connectionId);
      if (isSlow(each)) slowConnections.add(each.connectionId);
    }
  };
  const takenOf = (connectionId: string): Taken[] => [...taken].filter((each) => each.connectionId === connectionId);
  const isConnectionFull = (connectionId: string): boolean => {
    const most = slowConnections.has(connectionId) ? 1 : perConnection;
    return takenOf(connectionId).filter((each) => !each.isFurther).length >= most;
  };
  const hasFurther = ({ platform, connectionId }: Way): boolean =>
    connectionId !== null &&
    quickConnections.has(connectionId) &&
    takenOf(connectionId).filter(({ isFurther }) => isFurther).length < further.perConnection(platform) &&
    [...taken].filter(({ isFurther }) => isFurther).length < further.all;
  const isPlatformFull = ({ platform, connectionId }: Way): boolean => {
    const there = [...taken].filter((each) => each.platform === platform && !each.isFurther);
    const slow = there.filter(isSlow).length;
    // Of those that are slow some more, or else what hangs first would take them all.
    if (there.length - slow >= perPlatform || slow >= perPlatform * 2) return true;
    return isKnown(connectionId) && there.filter((each) => isKnown(each.connectionId)).length >= perPlatform / 2;
  };
  const noteQuick = (connectionId: string): void => {
    if (quickConnections.size >= MOST_KNOWN) quickConnections.clear();
    quickConnections.add(connectionId);
  };
  return {
    take(way) {
      learn();
      const isFull = (way.connectionId !== null && isConnectionFull(way.connectionId)) || (way.platform !== null && isPlatformFull(way));
      if (isFull && !hasFurther(way)) return null;
      const place: Taken = { ...way, since: now(), isFurther: isFull };
      taken.add(place);
      return {
        free() {
          if (!taken.has(place)) return;
          learn();
          if (way.connectionId !== null && !isSlow(place)) slowConnections.delete(way.connectionId);
          if (way.connectionId !== null && now() - place.since < further.quickMs) noteQuick(way.connectionId);
          taken.delete(place);
        },
      };
    },
    fullConnections() {
      learn();
      const ways = new Map([...taken].flatMap((each) => (each.connectionId === null ? [] : [[each.connectionId, each] as const])));
      return [...ways].filter(([id, way]) => isConnectionFull(id) && !hasFurther(way)).map(([id]) => id);
    },
  };
}
