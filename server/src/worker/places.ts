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
  free(): void;
}

export interface PlacesOptions {
  perConnection: number;
  perPlatform: number;
  /** Whoever has had a place for so long is slow, and his connection known to be so until one of its calls ends sooner. */
  slowMs?: number;
  now?: () => number;
}

interface Taken extends Way {
  since: number;
}

/**
 * So many at once on one connection, and so many on one platform. Where customers name the server themselves, one of them that
 * hangs is no fault of the platform: what is slow is counted apart, and a connection known to be slow gets one place, of half as many.
 */
export function createPlaces({ perConnection, perPlatform, slowMs = 5_000, now = () => performance.now() }: PlacesOptions): Places {
  const taken = new Set<Taken>();
  const slowConnections = new Set<string>();
  const isSlow = ({ since }: Taken): boolean => now() - since >= slowMs;
  const isKnown = (connectionId: string | null): boolean => connectionId !== null && slowConnections.has(connectionId);
  const learn = (): void => {
    for (const each of taken) if (each.connectionId !== null && isSlow(each)) slowConnections.add(each.connectionId);
  };
  const isConnectionFull = (connectionId: string): boolean => {
    const most = slowConnections.has(connectionId) ? 1 : perConnection;
    return [...taken].filter((each) => each.connectionId === connectionId).length >= most;
  };
  const isPlatformFull = ({ platform, connectionId }: Way): boolean => {
    const there = [...taken].filter((each) => each.platform === platform);
    const slow = there.filter(isSlow).length;
    // Of those that are slow some more, or else what hangs first would take them all.
    if (there.length - slow >= perPlatform || slow >= perPlatform * 2) return true;
    return isKnown(connectionId) && there.filter((each) => isKnown(each.connectionId)).length >= perPlatform / 2;
  };
  return {
    take(way) {
      learn();
      if (way.connectionId !== null && isConnectionFull(way.connectionId)) return null;
      if (way.platform !== null && isPlatformFull(way)) return null;
      const place: Taken = { ...way, since: now() };
      taken.add(place);
      return {
        free() {
          learn();
          if (way.connectionId !== null && !isSlow(place)) slowConnections.delete(way.connectionId);
          taken.delete(place);
        },
      };
    },
    fullConnections() {
      learn();
      return [...new Set([...taken].flatMap(({ connectionId }) => connectionId ?? []))].filter(isConnectionFull);
    },
  };
}
