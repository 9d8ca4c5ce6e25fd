import type { Context } from '../context.ts';
import { type Part, readTogether } from '../db/read-together.ts';
import type { BoundValue } from '../db/reading/query.ts';

/** A text on its way to a connection, from this draft. */
export interface Destination {
  draftId: string;
  connectionId: string;
  textHash: string;
  /** The period in which a repeat counts. */
  days: number;
}

/**
 * `limit 1` without an order: one is enough, and the scan of equal texts stops at the first that was published or
 * still may be. In SQL, since safety/ may not import publishing/, which depends on it.
 */
const repeatedIn = (destinations: string): string => `
  select c.draft_id as "draftId", c.connection_id as "connectionId", c.text_hash as "textHash", c.days
  from ${destinations}
  cross join lateral (
    select 1 from payloads p join publications u on u.payload_id = p.id
    where p.connection_id = c.connection_id and p.text_hash = c.text_hash and p.draft_id <> c.draft_id
      and u.state not in ('failed', 'cancelled') and u.created_at > ?::timestamptz - c.days * interval '24 hours'
    limit 1
  ) as repeat`;

const GIVEN = 'jsonb_to_recordset(?::jsonb) as c(draft_id text, connection_id text, text_hash text, days int)';
const FROZEN = `(
    select o.draft_id, o.connection_id, o.text_hash, (w.safety->>'repeatDays')::int as days
    from payloads o join workspaces w on w.id = o.workspace_id
    where o.draft_id = any(?::text[]) and o.content_hash = any(?::text[]) and o.connection_id is not null
  ) c`;

/** The query for repeated texts of frozen payloads, to be batched with others. */
export function repeatedPart({ drafts, hashes }: { drafts: BoundValue; hashes: BoundValue }, now: Date): Part<Destination> {
  return { sql: repeatedIn(FROZEN), parameters: [drafts, hashes, now] };
}

/** The key in the set of repeated ones. */
export const keyOfDestination = ({ draftId, connectionId, textHash, days }: Destination): string =>
  JSON.stringify({ draftId, connectionId, textHash, days });

/**
 * The destinations to which another draft has sent the same text within the given days, or is about to; each as the
 * JSON of the destination.
 */
export async function findRepeatedTexts(ctx: Context, destinations: readonly Destination[]): Promise<Set<string>> {
  if (destinations.length === 0) return new Set();
  const records = destinations.map(({ draftId, connectionId, textHash, days }) => ({
    draft_id: draftId,
    connection_id: connectionId,
    text_hash: textHash,
    days,
  }));
  const given: Part<Destination> = { sql: repeatedIn(GIVEN), parameters: [JSON.stringify(records), ctx.clock.now()] };
  const { repeated } = await readTogether(ctx.em, { repeated: given });
  return new Set(repeated.map(keyOfDestination));
}
