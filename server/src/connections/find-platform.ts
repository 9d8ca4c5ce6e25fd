import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Platform } from '../platforms/platform.ts';

/** The platform of that name; one that is not known is refused with those that are. */
export function findPlatform({ platforms }: Pick<Context, 'platforms'>, id: string): Platform {
  const platform = platforms.get(id);
  if (platform) return platform;
  throw new DomainError('unknown_platform', { message: `There is no platform "${id}"; there are ${[...platforms.keys()].join(', ')}.` });
}
