import type { Context } from '../../context.ts';
import { idsOf } from '../../db/reading/query.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { findWorkspaces } from '../../workspaces/workspace-queries.ts';
import { wantsSignature } from '../signatures/request-signature.ts';
import { StandingApproval } from './standing-approval.entity.ts';
import { policyAgainst, RECOMBINES, type StandingRow, standingColumns, termsFrom } from './standing-queries.ts';
import { recombines } from './template.ts';

/** A standing approval as a person or its agent reads it. */
export interface StandingView {
  standing: StandingApproval;
  agentName: LocalizedMessage;
  /** The name of the person who signed it; null if unsigned, or if they were deleted. */
  signedBy: string | null;
  usedToday: number;
  creditsUsed: number;
  /** Why it does not count now or could not be signed, as a clause; null if it does or could be. */
  suspension: LocalizedMessage | null;
  /** Whether signing it requires a passkey. */
  needsSignature: boolean;
}

const SHOWN = 50;

/** Standing approvals by id that the caller may see, by id. */
export async function standingByIds(ctx: Context, ids: readonly string[]): Promise<Map<string, StandingView>> {
  if (ids.length === 0) return new Map();
  const found = await ctx.em.find(StandingApproval, { id: { $in: [...new Set(ids)] } });
  const views = await viewsOf(ctx, found);
  return new Map(views.map((view) => [view.standing.id, view]));
}

/**
 * The standing approvals of each workspace that the caller may see: active and proposed ones first, then the most
 * recently ended; at most 50.
 */
export async function standingOfWorkspaces(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, StandingView[]>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await ctx.em.execute<{ id: string }[]>(FIRST_IN_WORKSPACES, [idsOf(workspaceIds), SHOWN]);
  const views = await standingByIds(
    ctx,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(
    rows.flatMap(({ id }) => views.get(id) ?? []),
    ({ standing }) => standing.workspaceId,
  );
}

/** In the order of the list. */
const FIRST_IN_WORKSPACES = `
  select id from (
    select s.id, row_number() over (
      partition by s.workspace_id order by array_position('{active,proposed,ended}'::text[], s.state), s.id desc) as place
    from standing_approvals s where s.workspace_id = any(?::text[]) and s.state in ('active', 'proposed', 'ended')) placed
  where place <= ? order by place`;

async function viewsOf(ctx: Context, found: readonly StandingApproval[]): Promise<StandingView[]> {
  if (found.length === 0) return [];
  const rows = await ctx.em.execute<(StandingRow & { agent_name: string })[]>(
    `select ${standingColumns({ day: 's.today', except: `''` })}, (select g.name from agents g where g.id = s.agent_id) as agent_name
     from (select t.*, (?::timestamptz at time zone t.time_zone)::date as today from standing_approvals t where t.id = any(?::text[])) s`,
    [ctx.clock.now(), idsOf(found.map(({ id }) => id))],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const workspaces = await findWorkspaces(
    ctx,
    found.map(({ workspaceId }) => workspaceId),
  );
  const views = found.map(async (standing): Promise<StandingView[]> => {
    const row = byId.get(standing.id);
    const workspace = workspaces.get(standing.workspaceId);
    if (!row || !workspace) return [];
    const isActive = standing.state === 'active';
    const asked = { agentId: standing.agentId, platforms: standing.template.map(({ platform }) => platform) };
    const view = {
      standing,
      agentName: row.agent_name ?? say`An agent`,
      signedBy: row.signed_by,
      usedToday: row.used_that_day,
      creditsUsed: row.credits_used,
      suspension: isActive
        ? (await termsFrom(row, workspace)).suspension
        : recombines(standing.template)
          ? RECOMBINES
          : policyAgainst(workspace, asked),
      needsSignature: wantsSignature(workspace, asked.platforms),
    };
    return [view];
  });
  return (await Promise.all(views)).flat();
}
