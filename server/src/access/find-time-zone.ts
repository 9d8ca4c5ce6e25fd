import type { Context } from '../context.ts';

/**
 * The zone's name as the database spells it; null where it or this runtime knows none by that name.
 * Both count days in it, so both have to know it. Fixed offsets ("+02:00") are no time zones: they
 * would be wrong half of the year.
 */
export async function findTimeZone(ctx: Context, name: string): Promise<string | null> {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name) || !isKnownHere(name)) return null;
  const [found] = await ctx.em.execute<{ name: string }[]>('select name from pg_timezone_names where lower(name) = lower(?) limit 1', [
    name,
  ]);
  return found?.name ?? null;
}

function isKnownHere(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
