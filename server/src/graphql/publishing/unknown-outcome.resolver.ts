import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { loadJob } from '../../publishing/jobs/job-queries.ts';
import { recheck } from '../../publishing/reconciliation/reconcile-publication.ts';
import { settleUnknown } from '../../publishing/reconciliation/settle-unknown.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { PublishJobType, toPublishJobType } from './publish-job.types.ts';
import { SettleUnknownInput } from './settlement.types.ts';

@Resolver()
export class UnknownOutcomeResolver {
  @Authorized('decide')
  @Mutation(() => PublishJobType, {
    description:
      'Settles an unknown outcome as checked by a person; the credit is spent or refunded. Owners and approvers only. Errors: `not_found`, `insufficient_role`, `validation_failed`, `invalid_state` where it is known already.',
  })
  async settleUnknown(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => SettleUnknownInput, { description: 'What was found, and how one knows.' }) input: SettleUnknownInput,
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
    @Arg('publicationId', () => ID, { description: '`pub_…`.' }) publicationId: string,
  ): Promise<PublishJobType> {
    // Not in one transaction: it calls a platform over the network.
    const { job } = await recheck(ctx, publicationId);
    return toPublishJobType(await mutate(ctx, (tx) => loadJob(tx, job.id)));
  }
}
