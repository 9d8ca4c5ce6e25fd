import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { cancelJob } from '../../publishing/jobs/end-job.ts';
import { loadJob } from '../../publishing/jobs/job-queries.ts';
import { jobActions } from '../../publishing/publish-job.policy.ts';
import { recheck } from '../../publishing/reconciliation/reconcile-publication.ts';
import { settleUnknown } from '../../publishing/reconciliation/settle-unknown.ts';
import { retryJob } from '../../publishing/review/retry-job.ts';
import { ApprovalType, toApprovalType } from '../approvals/approval.types.ts';
import { AuthorType, toAuthorType } from '../drafts/caption.types.ts';
import { DraftType, toDraftType } from '../drafts/draft.types.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { readOrNull, required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { ReadinessType, toReadinessType } from './gate.types.ts';
import { PublicationType, toPublicationType } from './publication.types.ts';
import { JobViewerCanType, PublishJobType, toPublishJobType } from './publish-job.types.ts';
import { SettleUnknownInput } from './settlement.types.ts';

@Resolver(() => PublishJobType)
export class PublishJobResolver {
  @Authorized('read')
  @Query(() => PublishJobType, {
    nullable: true,
    description: 'A publish job by id; null if it does not exist or the caller may not read it. Calls no platform.',
  })
  publishJob(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'The publish job’s id, `job_…`.' }) id: string,
  ): Promise<PublishJobType | null> {
    return readOrNull(ctx, () => loadJob(ctx, id), toPublishJobType);
  }

  @Authorized('write', 'jobs:write')
  @Mutation(() => PublishJobType, {
    description:
      'Cancels a publish job before anything is sent. Errors: `not_found`, `invalid_state`, `insufficient_role`, `insufficient_scope`.',
  })
  async cancelPublishJob(
    @Ctx() ctx: GraphqlContext,
    @Arg('jobId', () => ID, { description: 'The publish job’s id, `job_…`.' }) jobId: string,
  ): Promise<PublishJobType> {
    return toPublishJobType(await mutate(ctx, (tx) => cancelJob(tx, jobId)));
  }

  @Authorized('write', 'jobs:write')
  @Mutation(() => PublishJobType, {
    description:
      'Retries the failed publications of a job whose platforms confirmed that nothing was published. Requires a new approval. Returns the new job. Errors: `not_found`, `invalid_state`, `already_exists`, `insufficient_role`, `insufficient_scope`.',
  })
  async retryPublishJob(
    @Ctx() ctx: GraphqlContext,
    @Arg('jobId', () => ID, { description: 'The publish job’s id, `job_…`.' }) jobId: string,
  ): Promise<PublishJobType> {
    const { job } = await mutate(ctx, (tx) => retryJob(tx, jobId));
    return toPublishJobType(await required(Promise.resolve(job)));
  }

  @FieldResolver(() => DraftType, { description: 'The draft that the job publishes.' })
  async draft(@Ctx() { loaders }: GraphqlContext, @Root() { row }: PublishJobType): Promise<DraftType> {
    return toDraftType(await required(loaders.draft.load(row.draftId)));
  }

  @FieldResolver(() => ApprovalType, {
    nullable: true,
    description: 'The approval that the job awaits or is published under; null in mode `AUTO`.',
  })
  async approval(@Ctx() { loaders }: GraphqlContext, @Root() { row }: PublishJobType): Promise<ApprovalType | null> {
    if (!row.approvalId) return null;
    loaders.jobOfApproval.prime(row.approvalId, row);
    return toApprovalType(await required(loaders.approval.load(row.approvalId)));
  }

  @FieldResolver(() => String, {
    description:
      'The state of the approval: `pending`, `approved`, `rejected`, `changes_requested`, `expired`, `superseded` or `not_required`.',
  })
  async approvalState(@Ctx() { loaders }: GraphqlContext, @Root() { row }: PublishJobType): Promise<string> {
    return row.approvalId ? (await required(loaders.approval.load(row.approvalId))).state : 'not_required';
  }

  @FieldResolver(() => ReadinessType, { description: 'Whether the job could be published now, with all reasons.' })
  async readiness(@Ctx() { loaders, translate }: GraphqlContext, @Root() { row }: PublishJobType): Promise<ReadinessType> {
    return toReadinessType((await required(loaders.explanation.load(row))).readiness, translate);
  }

  @FieldResolver(() => [PublicationType], { description: 'One publication per payload, in the order of the content hash.' })
  async publications(@Ctx() { loaders }: GraphqlContext, @Root() job: PublishJobType): Promise<PublicationType[]> {
    return (await loaders.publications.load(job.id)).map((publication) => toPublicationType(publication, job.row));
  }

  @FieldResolver(() => AuthorType, { description: 'Who requested the job.' })
  async author(@Ctx() { loaders, translate }: GraphqlContext, @Root() { row }: PublishJobType): Promise<AuthorType> {
    return toAuthorType(await required(loaders.author.load(row)), translate);
  }

  @FieldResolver(() => JobViewerCanType, { description: 'What the caller may currently do with the job.' })
  async viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: PublishJobType): Promise<JobViewerCanType> {
    const { loaders } = ctx;
    const [publications, { archivedAt }] = await Promise.all([
      loaders.publications.load(row.id),
      required(loaders.workspace.load(row.workspaceId)),
    ]);
    const actions = jobActions(ctx, row, { publications, isArchived: archivedAt != null });
    return { cancel: actions.includes('cancel'), retry: actions.includes('retry') };
  }

  @Authorized('decide')
  @Mutation(() => PublishJobType, {
    description:
      'Settles an unknown outcome that a person has checked; the reserved credits are spent or released accordingly. Owners and approvers only. Errors: `not_found`, `insufficient_role`, `validation_failed`, `invalid_state` (the outcome is already known).',
  })
  async settleUnknown(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => SettleUnknownInput, { description: 'The outcome and its evidence.' }) input: SettleUnknownInput,
  ): Promise<PublishJobType> {
    return toPublishJobType(await mutate(ctx, (tx) => settleUnknown(tx, input)));
  }

  @Authorized('decide')
  @Mutation(() => PublishJobType, {
    description:
      'Queries the platform again for a publication with an unknown outcome. Publishes nothing. Owners and approvers only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async lookAgain(
    @Ctx() ctx: GraphqlContext,
    @Arg('publicationId', () => ID, { description: 'The publication’s id, `pub_…`.' }) publicationId: string,
  ): Promise<PublishJobType> {
    // Not in one transaction: it calls a platform.
    const { job } = await recheck(ctx, publicationId);
    return toPublishJobType(await mutate(ctx, (tx) => loadJob(tx, job.id)));
  }
}
