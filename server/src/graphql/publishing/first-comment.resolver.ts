import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import type { Translate } from '../../languages/translate.ts';
import type { FirstComment, FirstCommentState } from '../../publishing/first-comment.entity.ts';
import { loadJob } from '../../publishing/jobs/job-queries.ts';
import { decideFirstComment } from '../../publishing/published/decide-first-comment.ts';
import { sendFirstComment } from '../../publishing/published/send-first-comments.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { PublishJobType, toPublishJobType } from './publish-job.types.ts';

const FirstCommentStateEnum = createEnum<FirstCommentState>('FirstCommentState', 'The state of the first comment under a post.', {
  waiting: 'Waiting for the post to be published, or for another attempt.',
  sending: 'Being sent.',
  published: 'Published.',
  failed: 'Failed; not retried automatically. The post stays.',
  unknown: 'Possibly published; not sent again until the outcome is known.',
});

@ObjectType('FirstComment', { description: 'The first comment under a post. Its text is signed with the post.' })
export class FirstCommentType {
  @Field(() => ID, { description: 'The comment’s id, `fcm_…`.' })
  id!: string;

  @Field(() => FirstCommentStateEnum, { description: 'The current state of the comment.' })
  state!: FirstCommentState;

  @Field(() => Int, { description: 'The number of attempts to send the comment.' })
  attempts!: number;

  @Field(() => String, { nullable: true, description: 'The public URL of the comment; null if not published or unknown.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the comment failed or its outcome is unknown; null otherwise.' })
  message!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the comment was published or failed; null until then.' })
  endedAt!: Date | null;
}

export function toFirstCommentType(row: FirstComment, translate: Translate): FirstCommentType {
  const { id, state, attempts, providerUrl, message, sentence, endedAt } = row;
  const shown = message ? translate(fromStoredMessage({ message, sentence })) : null;
  return { id, state, attempts, url: providerUrl ?? null, message: shown, endedAt: endedAt ?? null };
}

@InputType('DecideFirstCommentInput', { description: 'A person’s decision on a first comment.' })
export class DecideFirstCommentInput {
  @Field(() => ID, { description: 'The publication with the comment, `pub_…`.' })
  publicationId!: string;

  @Field(() => Boolean, { description: 'True if the comment is published. False if it is not; it is then sent again.' })
  isPublished!: boolean;
}

@Resolver()
export class FirstCommentResolver {
  @Authorized('decide')
  @Mutation(() => PublishJobType, {
    description:
      'Settles a first comment with an unknown outcome, or retries a failed one with the signed text. Owners and approvers only. Errors: `not_found`, `insufficient_role`, `invalid_state` (nothing to settle or retry).',
  })
  async decideFirstComment(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DecideFirstCommentInput, { description: 'The comment and its outcome.' }) input: DecideFirstCommentInput,
  ): Promise<PublishJobType> {
    const { id } = await mutate(ctx, (tx) => decideFirstComment(tx, input));
    // The network is called outside of any transaction.
    if (!input.isPublished) await sendFirstComment(ctx, input.publicationId);
    return toPublishJobType(await mutate(ctx, (tx) => loadJob(tx, id)));
  }
}
