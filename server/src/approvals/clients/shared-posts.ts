import { sql } from 'kysely';
import { Account } from '../../access/account.entity.ts';
import { requireWorkspace } from '../../access/authorise.ts';
import { User } from '../../access/user.entity.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { type ConnectionView, connectionsByIds } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import type { Sentence } from '../../languages/sentence.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { Approval } from '../approval.entity.ts';
import { canDecide, type DecisionCase } from '../approval.policy.ts';
import type { Decision } from '../approval-decision.entity.ts';
import { latestApprovalsOf, payloadsOfApprovals } from '../approval-queries.ts';
import { bindingDecisionsOf } from '../decision-queries.ts';
import { termsOf } from '../request-approval.ts';
import { votesInStages } from '../stage-votes.ts';
import { NO_VOTES, statusOfStages } from '../stages.ts';
import { writersOf } from '../writer-queries.ts';
import { ClientLinkDraft } from './client-link.entity.ts';
import type { ClientActor } from './client-links.ts';
import { clientVote } from './client-vote.ts';

/** A post's status as shown to a client. */
export type SharedState =
  | 'waits'
  /** Another stage is active, and the clients' stage follows. */
  | 'comes_later'
  /** Others decide, without a stage for clients. */
  | 'others_decide'
  | 'decided'
  | 'approved'
  | 'changes_requested'
  | 'being_changed'
  | 'expired'
  | 'published';

/** A post as the client sees it: always the newest submitted version. */
export interface SharedPost {
  approval: Approval;
  state: SharedState;
  scheduledAt: Date | null;
  /** The published post that it edits; null for a new post. */
  editsPublicationId: string | null;
  payloads: Payload[];
  /** This client's decision; null before. */
  own: { decision: Decision; comment: string | null; at: Date } | null;
  /** Whether the post allows withdrawal: nothing of it is being sent. */
  canWithdraw: boolean;
  canDecide: boolean;
  /** Also during others' stages. */
  canAskForChanges: boolean;
  /** Why their approval would only be an opinion; null if it counts. */
  opinion: Sentence | null;
}

export interface Shared {
  accountName: string;
  workspace: Workspace;
  sharedBy: string;
  posts: SharedPost[];
  connections: ReadonlyMap<string, ConnectionView>;
}

/** Everything that a link shows. `ctx`: the client's own, restricted to its workspace by row-level security. */
export async function readShared(ctx: Context & { actor: ClientActor }): Promise<Shared> {
  const { actor } = ctx;
  const workspace = await requireWorkspace(ctx, actor.workspaceId, 'read');
  const { name: accountName } = await ctx.em.findOneOrFail(Account, { id: actor.accountId });
  const sharer = await ctx.em.findOne(User, { id: actor.sharedByUserId });
  const places = await ctx.em.find(ClientLinkDraft, { linkId: actor.linkId }, { orderBy: { place: 'asc' } });
  const posts = await readPosts(
    ctx,
    workspace,
    places.map(({ draftId }) => draftId),
  );
  const connectionIds = posts.flatMap(({ payloads }) => payloads.flatMap(({ connectionId }) => connectionId ?? []));
  return { accountName, workspace, sharedBy: sharer?.name ?? accountName, posts, connections: await connectionsByIds(ctx, connectionIds) };
}

async function readPosts(ctx: Context & { actor: ClientActor }, workspace: Workspace, draftIds: readonly string[]): Promise<SharedPost[]> {
  const approvals = await latestApprovalsOf(ctx, draftIds);
  const rows = [...approvals.values()];
  const drafts = new Map((await ctx.em.find(Draft, { id: { $in: [...draftIds] } })).map((draft) => [draft.id, draft]));
  const [payloads, writers] = [await payloadsOfApprovals(ctx, rows), await writersOf(ctx, draftIds)];
  const found = await bindingDecisionsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const votes = await votesInStages(ctx, rows, workspace);
  const decisions = Map.groupBy(found, ({ approvalId }) => approvalId);
  return draftIds.flatMap((draftId): SharedPost[] => {
    const [approval, draft] = [approvals.get(draftId), drafts.get(draftId)];
    if (!approval || !draft) return [];
    const made = decisions.get(approval.id) ?? [];
    const subject = {
      workspace,
      approval,
      draft,
      writers: writers.get(draftId) ?? [],
      decisions: made,
      stageVotes: votes.get(approval.id) ?? NO_VOTES,
      now: ctx.clock.now(),
    };
    const { allowed } = canDecide(ctx.actor, subject);
    const own = made.find(({ clientEmail }) => clientEmail === ctx.actor.email);
    const word = { isOpen: allowed, hasDecided: own !== undefined, isLater: isBeforeClients(subject) };
    return [
      {
        approval,
        state: stateOf(approval, draft, word),
        scheduledAt: draft.scheduledAt ?? null,
        editsPublicationId: draft.editsPublicationId ?? null,
        payloads: payloads.get(approval.id) ?? [],
        own: own ? { decision: own.decision, comment: own.comment ?? null, at: own.createdAt } : null,
        canWithdraw: own !== undefined && isOpenToWithdrawal(approval, draft, ctx.clock.now()),
        canDecide: allowed,
        canAskForChanges: canDecide(ctx.actor, { ...subject, decision: 'changes_requested' }).allowed,
        opinion: clientVote(subject, ctx.actor.sharedByUserId).reason,
      },
    ];
  });
}

interface OwnWord {
  isOpen: boolean;
  hasDecided: boolean;
  /** A clients' stage follows. */
  isLater: boolean;
}

function isBeforeClients({ approval, workspace, stageVotes }: Pick<DecisionCase, 'approval' | 'workspace' | 'stageVotes'>): boolean {
  const stages = statusOfStages(approval.state, termsOf(approval, workspace).stages, stageVotes);
  return stages.some(({ who, state }) => who === 'clients' && state === 'later');
}

const NOT_OUT: readonly Draft['state'][] = ['in_review', 'changes_requested', 'approved', 'scheduled'];

function isOpenToWithdrawal({ contentHash, expiresAt }: Approval, draft: Draft, now: Date): boolean {
  return NOT_OUT.includes(draft.state) && draft.contentHash === contentHash && expiresAt > now;
}

function stateOf({ state, contentHash }: Approval, draft: Draft, { isOpen, hasDecided, isLater }: OwnWord): SharedState {
  if (isOpen) return 'waits';
  if (state === 'changes_requested') return 'changes_requested';
  if (['superseded', 'rejected'].includes(state) || draft.contentHash !== contentHash) return 'being_changed';
  if (state === 'approved') return draft.state === 'published' ? 'published' : 'approved';
  if (state !== 'pending') return 'expired';
  if (hasDecided) return 'decided';
  return isLater ? 'comes_later' : 'others_decide';
}

/** Whether an image is part of a post that the link shows; `url`: its address in previews. */
export async function showsPicture(ctx: Context, { linkId }: ClientActor, url: string): Promise<boolean> {
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('payloads as p')
      .innerJoin('client_link_drafts as d', 'd.draft_id', 'p.draft_id')
      .select('d.draft_id')
      .where('d.link_id', '=', linkId)
      .where(sql<boolean>`strpos(p.preview::text, ${`"${url}"`}) > 0`)
      .limit(1),
  );
  return rows.length > 0;
}
