import type { Platform } from '../platforms/platform.ts';
import type { Connection } from './connection.entity.ts';

/** A connection's platform with the limits of its server, if any; undefined if the service lacks it. */
export function platformOf(
  platforms: ReadonlyMap<string, Platform>,
  { platform: id, limits }: Pick<Connection, 'platform' | 'limits'>,
): Platform | undefined {
  const platform = platforms.get(id);
  return limits?.length && platform?.withLimits ? platform.withLimits(limits) : platform;
}
