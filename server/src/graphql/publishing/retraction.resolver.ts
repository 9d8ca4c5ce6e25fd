import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { loadJob } from '../../publishing/jobs/job-queries.ts';
import { loadPublication } from '../../publishing/jobs/live-job.ts';
import { carryOutRetraction } from '../../publishing/published/carry-out-retractions.ts';
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

@InputType('EditPostInput', { description: 'Other words for a published post.' })
export class EditPostInputType {
  @Field(() => ID, { description: '`pub_…`; it has to be published.' })
  publicationId!: string;

  @Field(() => String, { description: 'The new text of the post, whole.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Its title, on platforms that show one.' })
  title?: string | null;

  @Field(() => [String], { nullable: true, description: 'All of its tags; none if left out.' })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Why, for the person who decides; never published.' })
  noteToReviewer?: string | null;
}

/** GraphQL passes null for fields left out. */
const toEdit = ({ title, tags, ...input }: EditPostInputType): EditPostInput => ({
  ...input,
  title: title ?? undefined,
  tags: tags ?? undefined,
});

/** What is done about a published post: its edit, and its removal. */
@Resolver()
export class RetractionResolver {
  @Authorized('write', 'jobs:write')
  @Mutation(() => DraftType, {
    description:
      'Requests other words for a published post: a draft that edits it, submitted for approval. Once a person has signed it, its network replaces the words; the post keeps its id and its pictures. Costs nothing. Errors: `not_found`, `insufficient_role`, `validation_failed`, `invalid_state` where the network lets no program edit posts, or another edit of it is open.',
  })
  async editPost(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => EditPostInputType, { description: 'Which post, and its new words.' }) input: EditPostInputType,
  ): Promise<DraftType> {
    return toDraftResultType(await mutatePrepared(ctx, editPostCommand, toEdit(input), () => toEdit(input)), ctx.translate);
  }

  @Authorized('write', 'jobs:write')
  @Mutation(() => PublishJobType, {
    description:
      'Requests that a published post is removed from its network. Requested by an owner or approver it is signed with that, and carried out at once; by others it waits for their signature. Costs nothing. Errors: `not_found`, `insufficient_role`, `validation_failed`, `invalid_state` where nothing is published or the network lets no program remove it.',
  })
  async retractPost(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => RetractPostInput, { description: 'Which post, and why.' }) input: RetractPostInput,
  ): Promise<PublishJobType> {
    return carryOut(ctx, await mutate(ctx, (tx) => requestRetraction(tx, input)));
  }

  @Authorized('decide')
  @Mutation(() => PublishJobType, {
    description:
      'Signs or declines a requested removal; a signed one is carried out at once. Owners and approvers only. Errors: `not_found`, `insufficient_role`, `content_changed`, `invalid_state` where it is decided already.',
  })
  async decideRetraction(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DecideRetractionInput, { description: 'The removal, and the decision.' }) input: DecideRetractionInput,
  ): Promise<PublishJobType> {
    return carryOut(ctx, await mutate(ctx, (tx) => decideRetraction(tx, input)));
  }
}

/** The network is asked outside of any transaction. Returns the job as it is afterwards. */
async function carryOut(ctx: GraphqlContext, { id, state, publicationId }: Retraction): Promise<PublishJobType> {
  if (state === 'signed') await carryOutRetraction(ctx, id);
  return toPublishJobType(
    await mutate(ctx, async (tx) => {
      const { publication } = await loadPublication(tx, publicationId);
      return loadJob(tx, publication.jobId);
    }),
  );
}
