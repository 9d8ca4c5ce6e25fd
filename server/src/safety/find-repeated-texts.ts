import type { Context } from '../context.ts';

/** A text on its way to a connection, from this draft. */
export interface Destination {
  draftId: string;
  connectionId: string;
  textHash: string;
  /** How far back a repeat counts. */
  days: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * `limit 1` without an order: one is enough, and the scan of equal texts ends at the first that was
 * published or still may be. In SQL, since publishing/ stands above safety/ and is not imported here.
 */
const FIND_REPEATED = `
  select c.draft_id as "draftId", c.connection_id as "connectionId", c.text_hash as "textHash", c.days
  from jsonb_to_recordset(?::jsonb) as c(draft_id text, connection_id text, text_hash text, days int, since timestamptz)
  cross join lateral (
    select 1 from payloads p join publications u on u.payload_id = p.id
    where p.connection_id = c.connection_id and p.text_hash = c.text_hash and p.draft_id <> c.draft_id
      and u.state not in ('failed', 'cancelled') and u.created_at > c.since
    limit 1
  ) as repeat`;

/**
 * Those of the destinations to which another draft has sent the same text within so many days, or is
 * about to; each as the JSON of the destination.
 */
export async function findRepeatedTexts(ctx: Context, destinations: readonly Destination[]): Promise<Set<string>> {
  if (destinations.length === 0) return new Set();
  const now = ctx.clock.now().getTime();
  const records = destinations.map(({ draftId, connectionId, textHash, days }) => ({
    draft_id: draftId,
    connection_id: connectionId,
    text_hash: textHash,
    days,
    since: new Date(now - days * DAY_MS),
  }));
  const rows = await ctx.em.execute<Destination[]>(FIND_REPEATED, [JSON.stringify(records)]);
  return new Set(rows.map(({ draftId, connectionId, textHash, days }) => JSON.stringify({ draftId, connectionId, textHash, days })));
}
