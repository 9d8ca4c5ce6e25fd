import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';

/**
 * The zone's canonical name in the database. Both PostgreSQL and Node.js compute days in it, so both must
 * know it. Fixed offsets ("+02:00") are not time zones: they would be wrong for half of the year. Throws
 * `validation_failed`.
 */
export async function readTimeZone(ctx: Context, name: string, pointer = '/time_zone'): Promise<string> {
  if (/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name) && isKnownHere(name)) {
    const query = 'select name from pg_timezone_names where lower(name) = lower(?) limit 1';
    const [found] = await ctx.em.execute<{ name: string }[]>(query, [name]);
    if (found) return found.name;
  }
  const message = say`must be the name of a time zone such as Europe/Lisbon.`;
  throw new DomainError('validation_failed', { fields: [{ pointer, message }] });
}

function isKnownHere(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
