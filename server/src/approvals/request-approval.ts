import { sql } from 'kysely';
import { requireWorkspace } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { ApprovalStage } from '../access/workspace-policies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { HOUR_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { lockDraft, moveDraft } from '../drafts/lock-draft.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { toStoredSentence } from '../languages/stored-message.ts';
import { newId } from '../new-id.ts';
import { Approval } from './approval.entity.ts';
import { recordApprovalEvent, supersedeApproval } from './end-approvals.ts';
import { wantsSignature } from './signatures/request-signature.ts';
import { stagesFor, stagesOf } from './stages.ts';

const SEARCHED_LENGTH = 2_000;

interface RequestOptions {
  /** A predetermined id: editing and signing in one step signs a request that does not exist yet. */
  id?: string | undefined;
  /** The grant of the request; defaults to the actor's own. */
  askedBy?: string | null;
  hasFindings?: boolean;
  /** Why approval is requested again, in a sentence. */
  reason?: Sentence | null;
  /** The draft was created in this transaction, and the caller is its only author. */
  isNew?: boolean;
}

/**
 * Requests a decision on the draft's current content hash. An earlier request or approval is superseded; the
 * draft moves to `in_review`. The request keeps the terms of the workspace's current policy, and expires
 * after the policy's hours, counted from now or from the scheduled time, whichever is later. Throws
 * `invalid_state` before the payloads are built. Needs a transaction.
 */
export async function requestApproval(
  ctx: Context,
  draft: Draft,
  { id = newId('apr'), askedBy = grantOf(ctx), hasFindings = false, reason = null, isNew = false }: RequestOptions = {},
): Promise<Approval> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'write');
  const locked = await lockDraft(ctx, draft.id);
  if (!locked.contentHash) {
    throw new DomainError('invalid_state', {
      message: say`The draft has no payloads yet, so there is nothing to decide on. Build them first.`,
    });
  }
  if (!isNew) await supersedeApproval(ctx, locked);
  // A failed draft returns to review through the state `draft`.
  if (locked.state === 'failed') moveDraft(ctx, locked, 'draft');
  moveDraft(ctx, locked, 'in_review');

  const now = ctx.clock.now();
  const facts = { ...queueFacts(locked, now), ...(await agentsOf(ctx, locked, { askedBy, isNew })) };
  const stages = stagesFor(workspace.stages, facts);
  const approval = ctx.em.create(Approval, {
    id,
    accountId: locked.accountId,
    workspaceId: locked.workspaceId,
    draftId: locked.id,
    contentHash: locked.contentHash,
    revision: locked.revision,
    state: 'pending',
    reason: reason && String(reason),
    reasonSentence: reason && toStoredSentence(reason),
    approvalsRequired: stages.length > 0 ? requiredBy(stages) : workspace.approvalsRequired,
    stages,
    deciders: workspace.deciders,
    refusesSelfApproval: workspace.refusesSelfApproval,
    requiresSignature: wantsSignature(workspace, locked.platforms),
    ...facts,
    hasFindings,
    createdAt: now,
    expiresAt: new Date(Math.max(now.getTime(), locked.scheduledAt?.getTime() ?? 0) + workspace.approvalHours * HOUR_MS),
  });
  if (!isNew) await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: approval.accountId,
    action: 'approval.requested',
    subjectId: approval.id,
    details: {
      draftId: locked.id,
      contentHash: approval.contentHash,
      approvalsRequired: approval.approvalsRequired,
      ...(reason && { reason: String(reason) }),
    },
  });
  recordApprovalEvent(ctx, 'requested', approval, {
    expires_at: approval.expiresAt.toISOString(),
    approvals_required: approval.approvalsRequired,
  });
  return approval;
}

/** The fields by which the queue is sorted, filtered and searched. */
function queueFacts(draft: Draft, now: Date) {
  return {
    platforms: draft.platforms,
    words: draft.sourceText.slice(0, SEARCHED_LENGTH),
    scheduledAt: draft.scheduledAt ?? null,
    dueAt: draft.scheduledAt ?? now,
  };
}

/**
 * The draft's agent, and the agents whose stages apply: the strictest counts, as in the gates
 * (publishing/snapshot/load-co-authors.ts).
 */
export async function agentsOf(
  { em, actor }: Context,
  { id, grantId, vouchedRevision }: Draft,
  { askedBy, isNew }: { askedBy: string | null; isNew: boolean },
): Promise<{ agentId: string | null; agentIds: string[] }> {
  if (isNew) return actor.kind === 'agent' ? { agentId: actor.agentId, agentIds: [actor.agentId] } : { agentId: null, agentIds: [] };
  const named = idsOf([grantId, askedBy].flatMap((one) => one ?? []));
  const rows = await query(
    em,
    tables
      .selectFrom('grants')
      .select(['id', 'agent_id'])
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('draft_authors')
          .select('grant_id')
          .where('draft_id', '=', id)
          .where('revision', '>', vouchedRevision)
          .$castTo<{ grant_id: string }>()
          .union(tables.selectNoFrom(sql<string>`unnest(${named}::text[])`.as('grant_id'))),
      )
      .orderBy('agent_id'),
  );
  const maker = rows.find((grant) => grant.id === grantId);
  return { agentId: maker?.agent_id ?? null, agentIds: [...new Set(rows.map(({ agent_id }) => agent_id))] };
}

const grantOf = ({ actor }: Context): string | null => (actor.kind === 'agent' ? actor.grantId : null);

/** What an approval requires. */
export interface ApprovalTerms extends Pick<Workspace, 'approvalsRequired' | 'deciders' | 'refusesSelfApproval'> {
  /**
   * In this order; empty: in one step. If more people are required than the stages have, others who may decide follow
   * them.
   */
  stages: ApprovalStage[];
}

type Asked = Pick<
  Approval,
  'state' | 'stages' | 'approvalsRequired' | 'deciders' | 'refusesSelfApproval' | 'requiresSignature' | 'platforms' | 'agentIds'
>;
type Policy = Pick<
  Workspace,
  'stages' | 'approvalsRequired' | 'deciders' | 'refusesSelfApproval' | 'countsClients' | 'requiresSignature' | 'signedPlatforms'
>;

/**
 * The terms of an approval: those at the time of the request, or the workspace's current ones where they are stricter
 * and the approval is still open. Loosening a policy never eases an open request, tightening it applies at once, and
 * decided approvals keep their terms.
 */
export function termsOf(approval: Asked, workspace: Policy): ApprovalTerms {
  const { approvalsRequired, deciders, refusesSelfApproval } = approval;
  const stages = stagesOf(approval, workspace);
  if (approval.state !== 'pending') return { approvalsRequired, deciders, refusesSelfApproval, stages };
  return {
    approvalsRequired: Math.max(
      requiredBy(stages),
      // Stages never require fewer people than an approval without them, then or now.
      approval.stages.length > 0 ? 0 : approvalsRequired,
      stagesFor(workspace.stages, approval).length > 0 ? 0 : workspace.approvalsRequired,
    ),
    deciders: workspace.deciders === 'owners' ? 'owners' : deciders,
    refusesSelfApproval: refusesSelfApproval || workspace.refusesSelfApproval,
    stages,
  };
}

/** What it would require if requested today. */
export function termsToday(workspace: Workspace, asked: Pick<Approval, 'platforms' | 'agentIds'>): ApprovalTerms {
  const { deciders, refusesSelfApproval } = workspace;
  const unasked = { state: 'pending' as const, stages: [], approvalsRequired: 0, requiresSignature: false };
  return termsOf({ ...unasked, deciders, refusesSelfApproval, ...asked }, workspace);
}

/** How many people must approve in all stages: each of them once. */
export const requiredBy = (stages: readonly ApprovalStage[]): number => stages.reduce((sum, { required }) => sum + required, 0);
