import { sql } from 'kysely';
import { hasDecidingRole } from '../../access/authorise.ts';
import { decidersOf } from '../../access/members/member-queries.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { isRefusedAsWriter } from '../../approvals/approval.policy.ts';
import { termsOf } from '../../approvals/request-approval.ts';
import { stagesNow } from '../../approvals/stage-votes.ts';
import { isAskedIn } from '../../approvals/stages.ts';
import { writersOf } from '../../approvals/writer-queries.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { say } from '../../languages/sentence.ts';
import { type NamedAccount, postNamed, TARGETS } from '../notice-page.ts';
import type { NewNotice } from './new-notice.ts';

/** Notifies those who may decide on a request and are not its author; earlier reviewers learn that it changed. */
export async function composeApprovalNotices(tx: Context, approvalIds: readonly string[]): Promise<NewNotice[]> {
  const found = await findWaitingApprovals(tx, approvalIds);
  if (found.length === 0) return [];
  const before = await beforeOf(tx, approvalIds);
  return found.flatMap((waiting) => {
    const { approval, accounts, askedBy: name, agentId, isEdit } = waiting;
    const asker = name ?? say`An agent`;
    const { state = null, looked = [] } = before.get(approval.id) ?? {};
    const what = postNamed(tx, { words: approval.words, accounts, isEdit });
    // People who reviewed or decided on it before are notified in any case, whatever the order.
    return whoIsAsked(waiting, tx.clock.now(), looked).map((userId): NewNotice => {
      const { accountId, workspaceId, id: subjectId } = approval;
      const about = { accountId, workspaceId, userId, subjectId, agentId };
      if (state === 'changes_requested') {
        return { ...about, kind: 'changes_made', message: say`The changes are ready for review: ${what}.` };
      }
      if (looked.includes(userId)) {
        return { ...about, kind: 'approval_changed', message: say`${what} changed after your review and needs your decision again.` };
      }
      return { ...about, kind: 'approval_waits', message: say`${asker} requests your approval: ${what}.` };
    });
  });
}

/**
 * Notifies the people of the next stage, except those who were notified of it already; people of an earlier stage are
 * notified again.
 */
export async function composeMovedOnNotices(tx: Context, approvalIds: readonly string[]): Promise<NewNotice[]> {
  const newNotices = await composeApprovalNotices(tx, approvalIds);
  if (newNotices.length === 0) return [];
  const notified = await alreadyNotified(tx, approvalIds);
  return newNotices.filter(({ subjectId, userId }) => !notified.has(`${subjectId}/${userId}`));
}

/** Who was notified of an approval since its current stage began, as `approval/person`. */
export async function alreadyNotified(tx: Context, approvalIds: readonly string[]): Promise<Set<string>> {
  const rows = await query(
    tx.em,
    tables
      .selectFrom('notices as n')
      .innerJoin('approvals as a', 'a.id', 'n.subject_id')
      .select(['a.id as subject_id', 'n.user_id'])
      .where('a.id', '=', anyOf(approvalIds))
      .where(({ eb, fn, ref }) => eb('n.created_at', '>=', fn.coalesce(ref('a.asked_since'), ref('a.created_at')))),
  );
  return new Set(rows.map(({ subject_id: id, user_id: userId }) => `${id}/${userId}`));
}

/**
 * The possible approvers that have been asked by now, plus `besides`. Authors of the last revision are left
 * out.
 */
export function whoIsAsked(
  { approval, deciders, mayDecide, own, required, order }: Waiting,
  now: Date,
  besides: readonly string[] = [],
): string[] {
  const others = mayDecide.filter((userId) => !own.includes(userId));
  const asked = [...askedInTurn(others, order, { required, turn: turnAt(approval, order, now) }), ...besides];
  return deciders.filter((userId) => others.includes(userId) && asked.includes(userId));
}

interface Waiting {
  approval: Approval;
  /** Where it is to be published. */
  accounts: NamedAccount[];
  /** The people who may decide on it now. */
  deciders: string[];
  /** Including those who have decided already. */
  mayDecide: string[];
  /** The submitting agent, or the person who wrote the last revision. */
  askedBy: string | null;
  /** The submitting agent, if any. */
  agentId: string | null;
  /** The authors of the last revision. */
  own: string[];
  /** It edits a published post. */
  isEdit: boolean;
  /** How many of them are required. */
  required: number;
  /** Clients decide on it now, and no member. */
  isForClients: boolean;
  /** The order in which they are asked. */
  order: Pick<Workspace, 'askInTurn' | 'turnHours'>;
  /** The workspace's. */
  timeZone: string;
}

/** The pending ones among these, each with the people who may decide on it. */
export async function findWaitingApprovals(tx: Context, approvalIds: readonly string[]): Promise<Waiting[]> {
  if (approvalIds.length === 0) return [];
  const approvals = await tx.em.find(Approval, { id: { $in: [...approvalIds] }, state: 'pending' }, { orderBy: { id: 'asc' } });
  if (approvals.length === 0) return [];
  const workspaces = await tx.em.find(Workspace, { id: { $in: [...new Set(approvals.map(({ workspaceId }) => workspaceId))] } });
  const byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
  const people = await decidersOf(tx, [...new Set(approvals.map(({ accountId }) => accountId))]);
  const writers = await writersOf(
    tx,
    approvals.map(({ draftId }) => draftId),
  );
  const decided = await decidedOn(
    tx,
    approvals.map(({ id }) => id),
  );
  const stages = await stagesNow(tx, approvals);
  const askers = await askersOf(tx, approvalIds);
  return approvals.flatMap((approval) => {
    const workspace = byId.get(approval.workspaceId);
    if (!workspace) return [];
    const terms = termsOf(approval, workspace);
    const stage = stages.get(approval.id);
    const mayDecide = (people.get(approval.accountId) ?? [])
      .filter((person) => hasDecidingRole(person.role, terms) && (!stage || isAskedIn(stage, person)))
      .map(({ userId }) => userId)
      .filter((userId) => !isRefusedAsWriter(userId, terms, writers.get(approval.draftId) ?? []));
    const deciders = mayDecide.filter((userId) => !decided.has(`${approval.id}/${userId}`));
    const {
      accounts = [],
      asked_by: askedBy = null,
      agent_id: agentId = null,
      user_ids: own = [],
      is_edit: isEdit = false,
    } = askers.get(approval.id) ?? {};
    return {
      approval,
      accounts,
      deciders,
      mayDecide,
      askedBy,
      agentId,
      own,
      isEdit,
      required: stage?.required ?? terms.approvalsRequired,
      isForClients: stage?.who === 'clients',
      order: workspace,
      timeZone: workspace.timeZone,
    };
  });
}

async function decidedOn(tx: Context, approvalIds: readonly string[]): Promise<Set<string>> {
  const rows = await query(
    tx.em,
    tables.selectFrom('approval_decisions').select(['approval_id', 'user_id']).where('approval_id', '=', anyOf(approvalIds)),
  );
  return new Set(rows.map(({ approval_id: approvalId, user_id: userId }) => `${approvalId}/${userId}`));
}

interface Asker {
  id: string;
  accounts: NamedAccount[];
  /** The author of the last revision, the draft's creator, or the submitter. */
  asked_by: string | null;
  agent_id: string | null;
  /** The authors of the last revision, who need no notice. */
  user_ids: string[];
  is_edit: boolean;
}

async function askersOf(tx: Context, approvalIds: readonly string[]): Promise<Map<string, Asker>> {
  const rows = await query(
    tx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('drafts as d', 'd.id', 'a.draft_id')
      .leftJoin('draft_authors as w', (join) =>
        join
          .onRef('w.draft_id', '=', 'a.draft_id')
          .on('w.user_id', 'is not', null)
          .on('w.revision', '=', ({ selectFrom }) =>
            selectFrom('draft_authors as l')
              .select(({ fn }) => fn.max('l.revision').as('revision'))
              .whereRef('l.draft_id', '=', 'a.draft_id'),
          ),
      )
      .leftJoin('users as u', 'u.id', 'w.user_id')
      .leftJoin('agents as g', 'g.id', 'a.agent_id')
      .leftJoin('publish_jobs as j', (join) => join.onRef('j.draft_id', '=', 'a.draft_id').onRef('j.approval_id', '=', 'a.id'))
      .leftJoin('grants as jg', 'jg.id', 'j.grant_id')
      .leftJoin('agents as ja', 'ja.id', 'jg.agent_id')
      .select([
        'a.id',
        sql<NamedAccount[]>`${sql.raw(TARGETS)}`.as('accounts'),
        sql<string | null>`coalesce(max(u.name), max(g.name), max(ja.name))`.as('asked_by'),
        sql<string | null>`case when max(u.id) is null then coalesce(max(g.id), max(ja.id)) end`.as('agent_id'),
        sql<string[]>`array_remove(array_agg(w.user_id), null)`.as('user_ids'),
        sql<boolean>`bool_or(d.edits_publication_id is not null)`.as('is_edit'),
      ])
      .where('a.id', '=', anyOf(approvalIds))
      .groupBy('a.id'),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Before {
  id: string;
  state: string;
  /** The people who have decided on it, or have seen the notice. */
  looked: string[];
}

/** The previous request for the same draft. */
async function beforeOf(tx: Context, approvalIds: readonly string[]): Promise<Map<string, Before>> {
  const looked = sql<string[]>`array(
         select d.user_id from approval_decisions d where d.approval_id = p.id
         union select n.user_id from notices n where n.subject_id = p.id and n.seen_at < p.closed_at)`;
  const rows = await query(
    tx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('approvals as p', (join) => join.onRef('p.draft_id', '=', 'a.draft_id').onRef('p.id', '<', 'a.id'))
      .distinctOn('a.id')
      .select(['a.id', 'p.state', looked.as('looked')])
      .where('a.id', '=', anyOf(approvalIds))
      .orderBy('a.id')
      .orderBy('p.id', 'desc'),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

type Order = Pick<Workspace, 'askInTurn' | 'turnHours'>;

/** When the current stage began. */
export const askedSince = ({ askedSince: since, createdAt }: Pick<Approval, 'askedSince' | 'createdAt'>): Date => since ?? createdAt;

/** How many times the request was passed on to the next person of its stage; 0 during the first turn. */
function turnAt(approval: Pick<Approval, 'askedSince' | 'createdAt'>, { turnHours }: Order, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - askedSince(approval).getTime()) / (turnHours * HOUR_MS)));
}

/**
 * The possible approvers that have been asked by now: in the workspace's order as many as are required, one
 * more per turn, and all once the order is exhausted. Without an order, all at once.
 */
function askedInTurn(mayDecide: readonly string[], { askInTurn }: Order, { required, turn }: { required: number; turn: number }): string[] {
  const inOrder = askInTurn.filter((userId) => mayDecide.includes(userId));
  return required + turn > inOrder.length ? [...mayDecide] : inOrder.slice(0, required + turn);
}
