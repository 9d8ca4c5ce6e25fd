import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { literal, tables } from '../db/tables.ts';
import type { ApprovalState } from './approval.entity.ts';

/** The period of an agent's record. */
export const RECORD_DAYS = 30;
/** The record covers this many weeks, to show a trend. */
export const RECORD_WEEKS = 8;

const WEEK_MS = 7 * DAY_MS;

/** Decisions by outcome. */
export interface DecisionCounts {
  approved: number;
  sentBack: number;
  rejected: number;
}

/** The outcomes of a week's requests. */
export interface WeekOfRecord extends DecisionCounts {
  endsAt: Date;
}

/** The outcomes of an agent's requests. */
export interface AgentRecord extends DecisionCounts {
  agentId: string;
  agentName: string;
  asked: number;
  /** Oldest first; the last one ends now. */
  weeks: WeekOfRecord[];
}

/** Which records to read. */
interface Wanted {
  first: number;
  /** Begins behind this agent; null for the busiest. */
  after: string | null;
  /** Only of this agent; null for all. */
  agentId: string | null;
}

/**
 * The busiest agent first; only agents with requests in the recorded days. Requests repeated for changed content count
 * once, with the last decision; posts under a standing approval are not counted. Counted, ordered and cut off in one
 * statement, so what is read does not grow with the number of agents.
 */
export async function agentRecordsOf(ctx: Context, workspaceId: string, { first, after, agentId }: Wanted): Promise<AgentRecord[]> {
  const now = ctx.clock.now();
  const since = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const weeksAgo = sql<number>`greatest(0, floor(extract(epoch from ${now}::timestamptz - p.created_at) / ${sql.lit(WEEK_MS / 1_000)}))::int`;
  const recent = sql<SqlBool>`is_recent`;
  const rows = await query(
    ctx.em,
    tables
      .with('requests', (db) =>
        db
          .selectFrom('approvals as p')
          .select([
            'p.agent_id',
            'p.state',
            weeksAgo.as('weeks_ago'),
            sql<boolean>`p.created_at > ${since(RECORD_DAYS * DAY_MS)}`.as('is_recent'),
          ])
          .where('p.workspace_id', '=', workspaceId)
          .where('p.created_at', '>', since(RECORD_WEEKS * WEEK_MS))
          .where('p.agent_id', 'is not', null)
          .where('p.standing_id', 'is', null)
          .where('p.state', '<>', literal('superseded'))
          .$if(agentId !== null, (one) => one.where('p.agent_id', '=', agentId)),
      )
      .with('records', (db) =>
        db
          .selectFrom('requests as r')
          .innerJoin('agents as g', 'g.id', 'r.agent_id')
          .select([
            'g.id as agentId',
            'g.name as agentName',
            countOf(recent).as('asked'),
            countOf(recent, 'approved').as('approved'),
            countOf(recent, 'changes_requested').as('sentBack'),
            countOf(recent, 'rejected').as('rejected'),
            byWeek('approved').as('approvedByWeek'),
            byWeek('changes_requested').as('sentBackByWeek'),
            byWeek('rejected').as('rejectedByWeek'),
            sql<number>`row_number() over (order by ${countOf(recent)} desc, g.name, g.id)::int`.as('place'),
          ])
          .groupBy(['g.id', 'g.name'])
          .having(countOf(recent), '>', 0),
      )
      .selectFrom('records')
      .selectAll()
      .$if(after !== null, (one) => one.where('place', '>', (db) => db.selectFrom('records').select('place').where('agentId', '=', after)))
      .orderBy('place')
      .limit(first),
  );
  return rows.map((row) => toRecord(row, (ago) => since(ago * WEEK_MS)));
}

type ByWeek = Record<'approvedByWeek' | 'sentBackByWeek' | 'rejectedByWeek', number[]>;

function toRecord(row: Omit<AgentRecord, 'weeks'> & ByWeek, endsAt: (weeksAgo: number) => Date): AgentRecord {
  const { approvedByWeek, sentBackByWeek, rejectedByWeek, ...record } = row;
  const weeks = WEEKS_AGO.map((ago, index) => ({
    endsAt: endsAt(ago),
    approved: approvedByWeek[index] ?? 0,
    sentBack: sentBackByWeek[index] ?? 0,
    rejected: rejectedByWeek[index] ?? 0,
  }));
  return { ...record, weeks };
}

/** Weeks ago, oldest first; 0 is the week that ends now. */
const WEEKS_AGO = Array.from({ length: RECORD_WEEKS }, (_, index) => RECORD_WEEKS - 1 - index);

/** The number of requests that meet the condition, of one state or of all. */
function countOf(condition: RawBuilder<SqlBool>, state?: ApprovalState): RawBuilder<number> {
  const ofState = state ? sql` and state = ${literal(state)}` : sql``;
  return sql<number>`(count(*) filter (where ${condition}${ofState}))::int`;
}

/** The number of requests of that state in each week. */
function byWeek(state: ApprovalState): RawBuilder<number[]> {
  return sql<number[]>`array[${sql.join(WEEKS_AGO.map((ago) => countOf(sql<SqlBool>`weeks_ago = ${sql.lit(ago)}`, state)))}]`;
}
