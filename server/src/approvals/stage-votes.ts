import { sql } from 'kysely';
import { Workspace } from '../access/workspace.entity.ts';
import type { ApprovalStage } from '../access/workspace-policies.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import type { Approval } from './approval.entity.ts';
import { CLIENT_VOTE_COUNTS } from './clients/client-vote.ts';
import { PERSON_VOTE_COUNTS } from './decision-queries.ts';
import { termsOf } from './request-approval.ts';
import { CLIENT_OPINION, currentStage, NO_VOTES, type StageStatus, type StageVotes, statusOfStages } from './stages.ts';

/**
 * SQL column for an approval `a` in its workspace `w`: the stage of each valid approval, and CLIENT_OPINION for a
 * client's approval that does not count although its link is valid.
 */
export const STAGE_VOTES = `(
  select json_agg(case when l.id is null or ${CLIENT_VOTE_COUNTS} then d.stage else '${CLIENT_OPINION}' end) from approval_decisions d
  left join memberships m on m.user_id = d.user_id and m.account_id = a.account_id left join client_links l on l.id = d.client_link_id
  where d.approval_id = a.id and d.decision = 'approved' and d.stage is not null
    and ((${PERSON_VOTE_COUNTS}) or (l.id is not null and l.revoked_at is null))
)`;

/** The rows of that column, counted. */
export function countVotes(stages: readonly string[] | null): StageVotes {
  return new Map([...Map.groupBy(stages ?? [], (stage) => stage)].map(([stage, votes]) => [stage, votes.length]));
}

/** By approval id. One query. */
export async function stageVotesOf(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, StageVotes>> {
  if (approvalIds.length === 0) return new Map();
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
      .select(['a.id', sql.raw<string[] | null>(STAGE_VOTES).as('votes')])
      .where('a.id', '=', anyOf(approvalIds)),
  );
  return new Map(rows.map(({ id, votes }) => [id, countVotes(votes)]));
}

/** As above for approvals of one workspace, only those with stages. */
export function votesInStages(ctx: Context, approvals: readonly Approval[], workspace: Workspace): Promise<Map<string, StageVotes>> {
  const staged = approvals.filter((approval) => termsOf(approval, workspace).stages.length > 0);
  return stageVotesOf(
    ctx,
    staged.map(({ id }) => id),
  );
}

interface Staged {
  approval: Approval;
  stages: ApprovalStage[];
  votes: StageVotes;
}

async function inWorkspaces(ctx: Context, approvals: readonly Approval[]): Promise<Staged[]> {
  const workspaces = await workspacesOf(ctx, [...new Set(approvals.map(({ workspaceId }) => workspaceId))]);
  const staged = approvals.flatMap((approval) => {
    const workspace = workspaces.get(approval.workspaceId);
    const stages = workspace ? termsOf(approval, workspace).stages : [];
    return stages.length > 0 ? { approval, stages } : [];
  });
  const votes = await stageVotesOf(
    ctx,
    staged.map(({ approval }) => approval.id),
  );
  return staged.map((one) => ({ ...one, votes: votes.get(one.approval.id) ?? NO_VOTES }));
}

async function workspacesOf(ctx: Context, ids: readonly string[]): Promise<Map<string, Workspace>> {
  const [id] = ids;
  // A single one is mostly loaded already.
  const found =
    ids.length === 1 && id ? [await ctx.em.findOne(Workspace, { id })] : await ctx.em.find(Workspace, { id: { $in: [...ids] } });
  return new Map(found.flatMap((workspace) => (workspace ? [[workspace.id, workspace]] : [])));
}

/** The current stage by approval id; only approvals that are in a stage. */
export async function stagesNow(ctx: Context, approvals: readonly Approval[]): Promise<Map<string, ApprovalStage>> {
  const staged = await inWorkspaces(ctx, approvals);
  return new Map(
    staged.flatMap(({ approval, stages, votes }): [string, ApprovalStage][] => {
      const stage = currentStage(stages, votes);
      return stage ? [[approval.id, stage]] : [];
    }),
  );
}

/** The status of each approval's stages, by approval id. */
export async function stageStatusesOf(ctx: Context, approvals: readonly Approval[]): Promise<Map<string, StageStatus[]>> {
  const staged = await inWorkspaces(ctx, approvals);
  return new Map(staged.map(({ approval, stages, votes }) => [approval.id, statusOfStages(approval.state, stages, votes)]));
}
