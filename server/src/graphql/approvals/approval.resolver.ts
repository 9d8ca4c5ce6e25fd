import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { canApproveEdited, canDecide, missingApprovers } from '../../approvals/approval.policy.ts';
import { loadApproval } from '../../approvals/approval-queries.ts';
import { termsOf } from '../../approvals/request-approval.ts';
import { needsSignature } from '../../approvals/signatures/request-signature.ts';
import { NO_VOTES, type StageVotes, statusOfStages } from '../../approvals/stages.ts';
import { planDraws } from '../../credits/draw-credit.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import type { JobExplanation } from '../../publishing/jobs/explain-jobs.ts';
import { CostType } from '../credits/cost.types.ts';
import { CreditDrawType } from '../credits/credits.types.ts';
import { DraftType, toDraftType } from '../drafts/draft.types.ts';
import { PayloadType, toPayloadType } from '../drafts/payload.types.ts';
import { SafetyFindingType, toSafetyFindingType } from '../drafts/safety-finding.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import type { Loaders } from '../engine/loaders.ts';
import { readOrNull, required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { GateType, TargetReadinessType, toGateType, toTargetReadinessType } from '../publishing/gate.types.ts';
import { ApprovalType, ApprovalViewerCanType, toApprovalType } from './approval.types.ts';
import { ApprovalDecisionType, toApprovalDecisionType } from './decision.types.ts';
import { ApprovalStageType } from './stage.types.ts';

@Resolver(() => ApprovalType)
export class ApprovalResolver {
  @Authorized('read')
  @Query(() => ApprovalType, {
    nullable: true,
    description: 'An approval by id; null if it does not exist or the caller may not read it.',
  })
  approval(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'The approval’s id, `apr_…`.' }) id: string,
  ): Promise<ApprovalType | null> {
    return readOrNull(ctx, () => loadApproval(ctx, id), toApprovalType);
  }

  @FieldResolver(() => DraftType, { description: 'The draft that the approval is for.' })
  async draft(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<DraftType> {
    return toDraftType(await required(loaders.draft.load(row.draftId)));
  }

  @FieldResolver(() => Int, {
    description:
      'The number of different people who must approve: as the workspace’s policy was when approval was requested, or as it is now if that is higher.',
  })
  async approvalsRequired(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<number> {
    return termsOf(row, await required(loaders.workspace.load(row.workspaceId))).approvalsRequired;
  }

  @FieldResolver(() => Int, {
    description:
      'The number of valid approvals so far. Not counted: advisory ones of clients, those of people who may no longer decide, and all of clients beyond the first.',
  })
  approvalsGiven(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<number> {
    return approvalsGiven(loaders, row);
  }

  @FieldResolver(() => [ApprovalStageType], {
    description:
      'The approval’s stages, in order. If `approvalsRequired` exceeds their total, any approver may give the remaining approvals.',
  })
  async stages(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<ApprovalStageType[]> {
    const workspace = await required(loaders.workspace.load(row.workspaceId));
    const { stages } = termsOf(row, workspace);
    return statusOfStages(row.state, stages, await votesFor(loaders, row, workspace));
  }

  @FieldResolver()
  reason(@Ctx() { translate }: GraphqlContext, @Root() { row }: ApprovalType): string | null {
    const { reason: message, reasonSentence: sentence } = row;
    return message ? translate(fromStoredMessage({ message, sentence })) : null;
  }

  @FieldResolver(() => [PayloadType], { description: 'The payloads covered by `contentHash`, in the order in which they were hashed.' })
  async payloads(@Ctx() { loaders, translate }: GraphqlContext, @Root() { row }: ApprovalType): Promise<PayloadType[]> {
    return (await loaders.approvalPayloads.load(row)).map((payload) => toPayloadType(payload, translate));
  }

  @FieldResolver(() => [ApprovalDecisionType], { description: 'The decisions so far, oldest first.' })
  async decisions(@Ctx() ctx: GraphqlContext, @Root() approval: ApprovalType): Promise<ApprovalDecisionType[]> {
    return (await ctx.loaders.decisions.load(approval.id)).map((decision) => toApprovalDecisionType(decision, ctx));
  }

  @FieldResolver(() => [GateType], { description: 'The current state of all nine gates of the publish job, in order.' })
  async gates(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: ApprovalType): Promise<GateType[]> {
    return (await explanationOf(loaders, id)).readiness.gates.map((gate) => toGateType(gate, translate));
  }

  @FieldResolver(() => [TargetReadinessType], { description: 'The current readiness of each target of the publish job.' })
  async targets(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: ApprovalType): Promise<TargetReadinessType[]> {
    return (await explanationOf(loaders, id)).readiness.targets.map((target) => toTargetReadinessType(target, translate));
  }

  @FieldResolver(() => [SafetyFindingType], { description: 'The findings of the safety checks in the payloads.' })
  async findings(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: ApprovalType): Promise<SafetyFindingType[]> {
    return (await explanationOf(loaders, id)).findings.map((finding) => toSafetyFindingType(finding, translate));
  }

  @FieldResolver(() => CostType, { description: 'The cost of publishing.' })
  async cost(@Ctx() { loaders }: GraphqlContext, @Root() { id }: ApprovalType): Promise<CostType> {
    return (await explanationOf(loaders, id)).cost;
  }

  @FieldResolver(() => [CreditDrawType], {
    description:
      'The buckets that the credits are drawn from, in the order in which they are drawn. Less than `cost.quantity` in total if there are too few credits.',
  })
  async draws(@Ctx() { loaders }: GraphqlContext, @Root() { id, row }: ApprovalType): Promise<CreditDrawType[]> {
    const [{ cost }, balances] = await Promise.all([explanationOf(loaders, id), loaders.balances.load(row.accountId)]);
    return planDraws(balances, cost.unit, cost.quantity);
  }

  @FieldResolver(() => ApprovalType, {
    nullable: true,
    description: 'The draft’s previous approval that was decided; null if there is none.',
  })
  async previous(@Ctx() { loaders }: GraphqlContext, @Root() { id }: ApprovalType): Promise<ApprovalType | null> {
    const previous = await loaders.previousApproval.load(id);
    return previous && toApprovalType(previous);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether `contentHash` is still the draft’s content hash. If not, the approval cannot be decided on.',
  })
  async isCurrent(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    return (await required(loaders.draft.load(row.draftId))).contentHash === row.contentHash;
  }

  @FieldResolver(() => Int, {
    description: 'How many more people would need permission to decide for the approval ever to be complete; 0 if there are enough.',
  })
  async missingApprovers(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<number> {
    const [workspace, writers, decisions, deciders] = await Promise.all([
      required(loaders.workspace.load(row.workspaceId)),
      loaders.writers.load(row.draftId),
      loaders.decisions.load(row.id),
      loaders.deciders.load(row.accountId),
    ]);
    const made = decisions.map(({ decision }) => decision);
    const given = await approvalsGiven(loaders, row);
    const stageVotes = await votesFor(loaders, row, workspace);
    return missingApprovers({ approval: row, workspace, writers, decisions: made, given, stageVotes }, deciders);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether approving requires a passkey signature; see `beginSignature`.',
  })
  async needsSignature(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<boolean> {
    return needsSignature(row, await required(loaders.workspace.load(row.workspaceId)));
  }

  @FieldResolver(() => ApprovalViewerCanType, { description: 'What the caller may currently do with the approval.' })
  async viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: ApprovalType): Promise<ApprovalViewerCanType> {
    const { actor, clock, loaders } = ctx;
    const [workspace, draft, writers, decisions] = await Promise.all([
      required(loaders.workspace.load(row.workspaceId)),
      required(loaders.draft.load(row.draftId)),
      loaders.writers.load(row.draftId),
      loaders.decisions.load(row.id),
    ]);
    const made = decisions.map(({ decision }) => decision);
    const stageVotes = await votesFor(loaders, row, workspace);
    const subject = { workspace, approval: row, draft, writers, decisions: made, stageVotes, now: clock.now() };
    const { allowed, reason } = canDecide(actor, subject);
    const edited = canApproveEdited(actor, subject);
    const isOpen = ['pending', 'approved'].includes(row.state) && draft.contentHash === row.contentHash;
    return {
      decide: allowed,
      approveEdited: edited.allowed,
      approveEditedReason: allowed && edited.reason ? ctx.translate(edited.reason) : null,
      liftFindings: isOpen && !workspace.archivedAt && canIn(ctx, row.accountId, 'decide'),
      reason: reason && ctx.translate(reason),
    };
  }
}

/** Approval and publish job are always created together. */
async function explanationOf(loaders: Loaders, approvalId: string): Promise<JobExplanation> {
  return required(loaders.explanation.load(await required(loaders.jobOfApproval.load(approvalId))));
}

/** Without stages nothing is queried. */
async function votesFor(loaders: Loaders, row: Approval, workspace: Workspace): Promise<StageVotes> {
  return termsOf(row, workspace).stages.length > 0 ? loaders.stageVotes.load(row.id) : NO_VOTES;
}

/** Without an approving decision there is nothing to count. */
async function approvalsGiven(loaders: Loaders, { id }: Approval): Promise<number> {
  const decisions = await loaders.decisions.load(id);
  return decisions.some(({ decision: { decision } }) => decision === 'approved') ? loaders.approvalsGiven.load(id) : 0;
}
