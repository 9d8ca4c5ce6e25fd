import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Platform } from '../platforms/platform.ts';

/** The platforms by these ids, in their order. Throws `unknown_platform`, naming the known ones. */
export function knownPlatforms(ctx: Pick<Context, 'platforms'>, ids: readonly string[]): Platform[] {
  const known = [...ctx.platforms.keys()].sort();
  const unknown = ids.flatMap((id, index) => (ctx.platforms.has(id) ? [] : [{ id, index }]));
  if (unknown.length > 0) {
    const names = unknown.map(({ id }) => JSON.stringify(id)).join(', ');
    throw new DomainError('unknown_platform', {
      message: `There is no platform ${names}. The known ones are ${known.join(', ')}.`,
      details: { unknown_platforms: unknown.map(({ id }) => id), known_platforms: known },
      fields: unknown.map(({ index }) => ({ pointer: `/platforms/${index}`, message: `Must be one of ${known.join(', ')}.` })),
    });
  }
  return ids.flatMap((id) => ctx.platforms.get(id) ?? []);
}
