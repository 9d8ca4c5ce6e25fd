import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { loadJob } from '../../publishing/jobs/job-queries.ts';
import { loadPublication } from '../../publishing/jobs/load-job.ts';
import { carryOutAtOnce } from '../../publishing/published/carry-out-retractions.ts';
import { decideRetraction } from '../../publishing/published/decide-retraction.ts';
import { requestRetraction } from '../../publishing/published/request-retraction.ts';
import type { Retraction } from '../../publishing/retraction.entity.ts';
import type { EditPostInput } from '../../publishing/review/edit-post.ts';
import { editPostCommand } from '../../publishing/review/prepared-commands.ts';
import { DraftType, toDraftResultType } from '../drafts/draft.types.ts';
import { type GraphqlContext, mutate, mutatePrepared } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { PublishJobType, toPublishJobType } from './publish-job.types.ts';
import { DecideRetractionInput, RetractPostInput } from './retraction.types.ts';

@InputType('EditPostInput', { description: 'An edit of a published post.' })
export class EditPostInputType {
  @Field(() => ID, { description: 'The publication, `pub_…`; it must be published.' })
  publicationId!: string;

  @Field(() => String, { description: 'The complete new text of the post.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'The new title, on platforms that have titles.' })
  title?: string | null;

  @Field(() => [String], { nullable: true, description: 'All tags of the post; none if omitted.' })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'A note to the reviewer; never published.' })
  noteToReviewer?: string | null;
}

/** GraphQL passes null for omitted fields. */
const toEdit = ({ title, tags, ...input }: EditPostInputType): EditPostInput => ({
  ...input,
  title: title ?? undefined,
  tags: tags ?? undefined,
});

/** Edits and removals of published posts. */
@Resolver()
export class RetractionResolver {
  @Authorized('write', 'jobs:write')
  @Mutation(() => DraftType, {
    description:
      'Requests an edit of a published post: creates a draft with the new text and submits it for approval. Once it is approved, the text is replaced on the network; the post keeps its id and pictures. Free of charge. Errors: `not_found`, `insufficient_role`, `validation_failed`, `invalid_state` (the network’s API cannot edit posts, or another edit is open).',
  })
  async editPost(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => EditPostInputType, { description: 'The post and its new text.' }) input: EditPostInputType,
  ): Promise<DraftType> {
    return toDraftResultType(await mutatePrepared(ctx, editPostCommand, toEdit(input), () => toEdit(input)), ctx.translate);
  }

  @Authorized('write', 'jobs:write')
  @Mutation(() => PublishJobType, {
    description:
      'Requests the removal of a published post from its network. A request by an owner or approver is signed by that and carried out at once; others’ requests await a signature. Free of charge. Errors: `not_found`, `insufficient_role`, `validation_failed`, `invalid_state` (not published, or the network’s API cannot remove it).',
  })
  async retractPost(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => RetractPostInput, { description: 'The post and the reason.' }) input: RetractPostInput,
  ): Promise<PublishJobType> {
    return carryOut(ctx, await mutate(ctx, (tx) => requestRetraction(tx, input)));
  }

  @Authorized('decide')
  @Mutation(() => PublishJobType, {
    description:
      'Signs or declines a requested removal; a signed one is carried out at once. Owners and approvers only. Errors: `not_found`, `insufficient_role`, `content_changed`, `invalid_state` (already decided).',
  })
  async decideRetraction(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DecideRetractionInput, { description: 'The removal and the decision.' }) input: DecideRetractionInput,
  ): Promise<PublishJobType> {
    return carryOut(ctx, await mutate(ctx, (tx) => decideRetraction(tx, input)));
  }
}

/** Calls the network outside of any transaction. Returns the resulting job. */
async function carryOut(ctx: GraphqlContext, { id, state, publicationId }: Retraction): Promise<PublishJobType> {
  if (state === 'signed') await carryOutAtOnce(ctx, id);
  return toPublishJobType(
    await mutate(ctx, async (tx) => {
      const { publication } = await loadPublication(tx, publicationId);
      return loadJob(tx, publication.jobId);
    }),
  );
}
