/** Where an entry goes: what is slow there holds up only what goes the same way. */
export interface Way {
  platform: string | null;
  connectionId: string | null;
}

export interface Places {
  /** Takes a place on the way, or answers false where it has none left. */
  take(way: Way): boolean;
  free(way: Way): void;
  /** Connections whose places are all taken. */
  fullConnections(): string[];
}

export interface PlacesOptions {
  perConnection: number;
  perPlatform: number;
}

/** So many at once on one connection, and so many on one platform. */
export function createPlaces({ perConnection, perPlatform }: PlacesOptions): Places {
  const ofConnection = new Map<string, number>();
  const ofPlatform = new Map<string, number>();
  const isFull = (counts: Map<string, number>, key: string | null, most: number): boolean => key !== null && (counts.get(key) ?? 0) >= most;
  const add = (counts: Map<string, number>, key: string | null, by: number): void => {
    if (key === null) return;
    const taken = (counts.get(key) ?? 0) + by;
    if (taken > 0) counts.set(key, taken);
    else counts.delete(key);
  };
  return {
    take({ platform, connectionId }) {
      if (isFull(ofConnection, connectionId, perConnection) || isFull(ofPlatform, platform, perPlatform)) return false;
      add(ofConnection, connectionId, 1);
      add(ofPlatform, platform, 1);
      return true;
    },
    free({ platform, connectionId }) {
      add(ofConnection, connectionId, -1);
      add(ofPlatform, platform, -1);
    },
    fullConnections: () => [...ofConnection.keys()].filter((id) => isFull(ofConnection, id, perConnection)),
  };
}
