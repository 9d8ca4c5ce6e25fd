import { type AliasableExpression, type Expression, sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Part, partOf } from '../db/read-together.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../db/tables.ts';

/** A text to be sent to a connection, from this draft. */
export interface Destination {
  draftId: string;
  connectionId: string;
  textHash: string;
  /** The number of days after publishing in which a repeat counts; one that is not yet published always does. */
  days: number;
}

interface DestinationRow {
  draft_id: string;
  connection_id: string;
  text_hash: string;
  days: number;
}

/**
 * `limit 1` without an order: one is enough, and the scan of equal texts stops at the first that is published
 * or may still be. In SQL, since safety/ may not import publishing/, which depends on it.
 */
const repeatedIn = (destinations: AliasableExpression<DestinationRow>, now: Expression<Date>) =>
  tables
    .selectFrom(destinations.as('c'))
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('payloads as p')
        .innerJoin('publications as u', 'u.payload_id', 'p.id')
        .select(literal(1).as('one'))
        .whereRef('p.connection_id', '=', 'c.connection_id')
        .whereRef('p.text_hash', '=', 'c.text_hash')
        .whereRef('p.draft_id', '<>', 'c.draft_id')
        .where('u.state', 'not in', [literal('failed'), literal('cancelled')])
        .where(({ eb, or, fn }) =>
          or([
            eb('u.state', '<>', literal('published')),
            eb(fn.coalesce('u.published_at', 'u.created_at'), '>', sql<Date>`${now}::timestamptz - c.days * interval '24 hours'`),
          ]),
        )
        .limit(literal(1))
        .as('repeat'),
    )
    .select(['c.draft_id as draftId', 'c.connection_id as connectionId', 'c.text_hash as textHash', 'c.days']);

const REPEATED_GIVEN = prepared(({ records, now }: Places<{ records: string; now: Date }>) =>
  repeatedIn(
    sql<DestinationRow>`(select * from jsonb_to_recordset(${records}::jsonb) r (draft_id text, connection_id text, text_hash text, days int))`,
    now,
  ),
);

const REPEATED_FROZEN = prepared(({ drafts, hashes, now }: Places<{ drafts: BoundValue; hashes: BoundValue; now: Date }>) =>
  repeatedIn(
    tables
      .selectFrom('payloads as o')
      .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
      .select(['o.draft_id', 'o.connection_id', 'o.text_hash', sql<number>`(w.safety->>'repeatDays')::int`.as('days')])
      .where('o.draft_id', '=', anyOf(drafts))
      .where('o.content_hash', '=', anyOf(hashes))
      .where('o.connection_id', 'is not', null)
      .$narrowType<{ connection_id: string }>(),
    now,
  ),
);

/** The query for repeated texts of frozen payloads, to be batched with others. */
export const repeatedPart = ({ drafts, hashes }: { drafts: BoundValue; hashes: BoundValue }, now: Date): Part<Destination> =>
  partOf(REPEATED_FROZEN({ drafts, hashes, now }));

/** The key in the set of repeated texts. */
export const keyOfDestination = ({ draftId, connectionId, textHash, days }: Destination): string =>
  JSON.stringify({ draftId, connectionId, textHash, days });

/**
 * The destinations to which another draft has sent the same text within the given days, or is about to; each as the
 * JSON of the destination.
 */
export async function findRepeatedTexts(ctx: Context, destinations: readonly Destination[]): Promise<Set<string>> {
  if (destinations.length === 0) return new Set();
  const records = destinations.map(
    ({ draftId, connectionId, textHash, days }): DestinationRow => ({
      draft_id: draftId,
      connection_id: connectionId,
      text_hash: textHash,
      days,
    }),
  );
  const repeated = await query(ctx.em, REPEATED_GIVEN({ records: JSON.stringify(records), now: ctx.clock.now() }));
  return new Set(repeated.map(keyOfDestination));
}
