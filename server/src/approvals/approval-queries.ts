import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import type { Payload } from '../payloads/payload.entity.ts';
import { payloadSetsOf } from '../payloads/payload-queries.ts';
import { Approval } from './approval.entity.ts';
import { stagesNow } from './stage-votes.ts';
import { isAskedIn } from './stages.ts';
import { isKeptFromOwnWords } from './writer-queries.ts';

/** The approval, if the caller has the permission `need`. `not_found` for a foreign one as for a missing one. */
export async function loadApproval(ctx: Context, approvalId: string, need: 'read' | 'decide' = 'read'): Promise<Approval> {
  const approval = await ctx.em.findOne(Approval, approvalId);
  if (!approval) throw new DomainError('not_found');
  await requireWorkspace(ctx, approval.workspaceId, need);
  return approval;
}

/** Approvals by id, for rows that the caller may see already. */
export async function findApprovals(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, Approval>> {
  const approvals = await ctx.em.find(Approval, { id: { $in: [...new Set(approvalIds)] } });
  return new Map(approvals.map((approval) => [approval.id, approval]));
}

/** The newest approval of each draft, whatever its state; drafts that were never submitted are left out. */
export async function latestApprovalsOf(ctx: Context, draftIds: readonly string[]): Promise<Map<string, Approval>> {
  if (draftIds.length === 0) return new Map();
  const approvals = await ctx.em
    .createQueryBuilder(Approval)
    .select('*')
    .distinctOn('draftId')
    .where({ draftId: { $in: [...new Set(draftIds)] } })
    .orderBy({ draftId: 'asc', id: 'desc' })
    .getResultList();
  return new Map(approvals.map((approval) => [approval.draftId, approval]));
}

/** The newest approval of one draft; null when it was never submitted. */
export async function latestApproval(ctx: Context, draftId: string): Promise<Approval | null> {
  return (await latestApprovalsOf(ctx, [draftId])).get(draftId) ?? null;
}

/** The exact payloads that each approval's content hash covers, by approval id. */
export async function payloadsOfApprovals(ctx: Context, approvals: readonly Approval[]): Promise<Map<string, Payload[]>> {
  return payloadSetsOf(ctx, approvals);
}

/**
 * InboxCounts approvals are counted up to here: beyond it the exact number is of no use, and counting must not become
 * slower.
 */
export const MOST_COUNTED = 1_000;

/** Unseen news are counted up to here. */
const MOST_NEWS = 99;

/**
 * The counts of a workspace's waiting approvals and requested removals, and of the person's unseen notices in its account
 * and as an operator.
 */
export interface InboxCounts {
  approvals: number;
  removals: number;
  news: number;
}

/**
 * Counts by workspace, in one query, and two more where approvals have stages: only approvals and removals that this
 * person can decide now. 1 more than `MOST_COUNTED`, and 100 for news, mean "more".
 */
export async function countWaitingOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, InboxCounts>> {
  if (workspaceIds.length === 0) return new Map();
  const person = ctx.actor.kind === 'user' ? ctx.actor : null;
  const rows = await ctx.em.execute<({ id: string; staged: string[] } & InboxCounts)[]>(COUNT_WAITING, [
    person?.userId ?? '',
    MOST_COUNTED + 1,
    MOST_COUNTED + 1,
    MOST_COUNTED + 1,
    MOST_COUNTED + 1,
    person?.isOperator ?? false,
    person?.userId ?? '',
    MOST_NEWS + 1,
    JSON.stringify(workspaceIds),
  ]);
  const asked = await askedInStages(
    ctx,
    rows.flatMap(({ staged }) => staged),
  );
  return new Map(
    rows.map(({ id, approvals, staged, ...counts }) => [
      id,
      { ...counts, approvals: approvals + staged.filter((one) => asked.has(one)).length },
    ]),
  );
}

const IS_ASKED = `a.workspace_id = w.id and w.archived_at is null and a.state = 'pending'
  and (m.role = 'owner' or m.role = 'approver' and a.deciders <> 'owners' and w.deciders <> 'owners')
  and not exists (select from approval_decisions d where d.approval_id = a.id and d.user_id = m.user_id)
  and not ${isKeptFromOwnWords('m.user_id')}`;

const COUNT_WAITING = `
  select w.id, pending.approvals, staged.ids as staged, requested.removals, unseen.news from workspaces w
    left join (memberships m join users u on u.id = m.user_id and u.email_confirmed_at is not null)
      on m.account_id = w.account_id and m.user_id = ?
    cross join lateral (
      select count(*)::int as approvals from (
        select from approvals a where ${IS_ASKED} and a.stages = '[]' and w.stages = '[]' limit ?
      ) found
    ) pending
    cross join lateral (
      select coalesce(json_agg(found.id), '[]') as ids from (
        (select a.id from approvals a where ${IS_ASKED} and a.stages <> '[]' limit ?)
        union all
        (select a.id from approvals a where ${IS_ASKED} and a.stages = '[]' and w.stages <> '[]' limit ?)
      ) found
    ) staged
    cross join lateral (
      select count(*)::int as removals from (
        select from retractions r
         where r.workspace_id = w.id and r.state = 'requested' and w.archived_at is null and m.role in ('owner', 'approver') limit ?
      ) found
    ) requested
    cross join lateral (
      select count(*)::int as news from (
        select distinct coalesce(n.batch_id, n.id) from notices n
         where (n.account_id = w.account_id or n.account_id is null and ?) and n.user_id = ? and n.seen_at is null limit ?
      ) found
    ) unseen
   where w.id in (select json_array_elements_text(?::json))`;

/** Those of these open approvals whose current stage the person may decide. */
async function askedInStages(ctx: Context, approvalIds: readonly string[]): Promise<Set<string>> {
  const { actor } = ctx;
  if (approvalIds.length === 0 || actor.kind !== 'user') return new Set();
  const approvals = [...(await findApprovals(ctx, approvalIds)).values()];
  const stages = await stagesNow(ctx, approvals);
  const isAsked = ({ id, accountId }: Approval): boolean => {
    const [stage, role] = [stages.get(id), actor.roles.get(accountId)];
    return role !== undefined && (!stage || isAskedIn(stage, { userId: actor.userId, role }));
  };
  return new Set(approvals.filter(isAsked).map(({ id }) => id));
}

/**
 * For each approval the previous decided one of the same draft: what changed since is what people have not seen. Only
 * where there is one. Two queries.
 */
export async function previousDecidedOf(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, Approval>> {
  if (approvalIds.length === 0) return new Map();
  const pairs = await query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('approvals as p', (join) => join.onRef('p.draft_id', '=', 'a.draft_id').onRef('p.id', '<', 'a.id'))
      .distinctOn('a.id')
      .select(['a.id', 'p.id as previous_id'])
      .where('a.id', '=', anyOf(approvalIds))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('approval_decisions as d').whereRef('d.approval_id', '=', 'p.id').where('d.standing_id', 'is', null)),
      )
      .orderBy('a.id')
      .orderBy('p.id', 'desc'),
  );
  const found = pairs.length > 0 ? await ctx.em.find(Approval, { id: { $in: pairs.map((pair) => pair.previous_id) } }) : [];
  const byId = new Map(found.map((approval) => [approval.id, approval]));
  return new Map(
    pairs.flatMap(({ id, previous_id: previousId }) => {
      const previous = byId.get(previousId);
      return previous ? [[id, previous] as const] : [];
    }),
  );
}
