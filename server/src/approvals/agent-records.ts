import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, COUNT, literal, tables } from '../db/tables.ts';
import type { ApprovalState } from './approval.entity.ts';

/** The period of an agent's record. */
export const RECORD_DAYS = 30;
/** The record covers this many weeks, to show a trend. */
export const RECORD_WEEKS = 8;

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

/** Decisions by outcome. */
export interface Judged {
  approved: number;
  sentBack: number;
  rejected: number;
}

/** The outcomes of a week's requests. */
export interface WeekOfRecord extends Judged {
  endsAt: Date;
}

/** The outcomes of an agent's requests. */
export interface AgentRecord extends Judged {
  agentId: string;
  agentName: string;
  asked: number;
  /** Oldest first; the last one ends now. */
  weeks: WeekOfRecord[];
}

/** The number of one agent's requests in one week and state. */
interface Row {
  workspaceId: string;
  agentId: string;
  agentName: string;
  weeksAgo: number;
  /** Whether they count for the days of the record. */
  isRecent: boolean;
  state: ApprovalState;
  count: number;
}

/**
 * By workspace id, the busiest agent first; only agents with requests in the recorded days. Requests repeated for
 * changed content count once, with the last decision; posts under a standing approval are not counted. One query for
 * all workspaces.
 */
export async function agentRecordsOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, AgentRecord[]>> {
  if (workspaceIds.length === 0) return new Map();
  const now = ctx.clock.now();
  const since = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('approvals as p')
      .innerJoin('agents as g', 'g.id', 'p.agent_id')
      .select([
        'p.workspace_id as workspaceId',
        sql<string>`p.agent_id`.as('agentId'),
        'g.name as agentName',
        sql<number>`floor(extract(epoch from ${now}::timestamptz - p.created_at) / ${sql.lit(WEEK_MS / 1_000)})::int`.as('weeksAgo'),
        sql<boolean>`p.created_at > ${since(RECORD_DAYS * DAY_MS)}`.as('isRecent'),
        'p.state',
        COUNT,
      ])
      .where('p.workspace_id', '=', anyOf(workspaceIds))
      .where('p.created_at', '>', since(RECORD_WEEKS * WEEK_MS))
      .where('p.agent_id', 'is not', null)
      .where('p.standing_id', 'is', null)
      .where('p.state', '<>', literal('superseded'))
      .groupBy(sql`1, 2, 3, 4, 5, 6`),
  );
  const byWorkspace = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
  return new Map([...byWorkspace].map(([id, own]) => [id, recordsFrom(own, now)]));
}

function recordsFrom(rows: readonly Row[], now: Date): AgentRecord[] {
  const records = [...Map.groupBy(rows, ({ agentId }) => agentId)].map(([agentId, own]): AgentRecord => {
    const recent = own.filter(({ isRecent }) => isRecent);
    const weeks = Array.from({ length: RECORD_WEEKS }, (_, index): WeekOfRecord => {
      const ago = RECORD_WEEKS - 1 - index;
      return { endsAt: new Date(now.getTime() - ago * WEEK_MS), ...judged(own.filter(({ weeksAgo }) => Math.max(0, weeksAgo) === ago)) };
    });
    return { agentId, agentName: own[0]?.agentName ?? '', asked: sum(recent), ...judged(recent), weeks };
  });
  return records
    .filter(({ asked }) => asked > 0)
    .sort((a, b) => b.asked - a.asked || a.agentName.localeCompare(b.agentName) || a.agentId.localeCompare(b.agentId));
}

function judged(rows: readonly Row[]): Judged {
  const of = (wanted: ApprovalState): number => sum(rows.filter(({ state }) => state === wanted));
  return { approved: of('approved'), sentBack: of('changes_requested'), rejected: of('rejected') };
}

const sum = (rows: readonly Row[]): number => rows.reduce((total, { count }) => total + count, 0);
