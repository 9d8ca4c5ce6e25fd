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

const FirstCommentStateEnum = createEnum<FirstCommentState>('FirstCommentState', 'How far the first comment under a post has come.', {
  waiting: 'Waits for its post, or for another attempt.',
  sending: 'A worker is sending it.',
  published: 'It is under the post.',
  failed: 'It is not there, and is not sent again by itself. The post stays.',
  unknown: 'It may be there; it is not sent again before that is known.',
});

@ObjectType('FirstComment', { description: 'What became of the first comment under a post. Its text is signed with the post.' })
export class FirstCommentType {
  @Field(() => ID, { description: '`fcm_…`.' })
  id!: string;

  @Field(() => FirstCommentStateEnum, { description: 'How far it has come.' })
  state!: FirstCommentState;

  @Field(() => Int, { description: 'How often it was sent.' })
  attempts!: number;

  @Field(() => String, { nullable: true, description: 'Where a person can see it.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it is not there, or not known to be.' })
  message!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was published, or given up; null before that.' })
  endedAt!: Date | null;
}

export function toFirstCommentType(row: FirstComment, translate: Translate): FirstCommentType {
  const { id, state, attempts, providerUrl, message, sentence, endedAt } = row;
  const shown = message ? translate(fromStoredMessage({ message, sentence })) : null;
  return { id, state, attempts, url: providerUrl ?? null, message: shown, endedAt: endedAt ?? null };
}

@InputType('DecideFirstCommentInput', { description: 'What a person found at the network.' })
export class DecideFirstCommentInput {
  @Field(() => ID, { description: '`pub_…`, the publication with the comment.' })
  publicationId!: string;

  @Field(() => Boolean, { description: 'True: the comment is there. False: it is not, and is to be sent again.' })
  isPublished!: boolean;
}

@Resolver()
export class FirstCommentResolver {
  @Authorized('decide')
  @Mutation(() => PublishJobType, {
    description:
      'Settles a first comment whose outcome is unknown, or has a failed one sent again, with the text that was signed. Owners and approvers only. Errors: `not_found`, `insufficient_role`, `invalid_state` where its outcome is known.',
  })
  async decideFirstComment(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => DecideFirstCommentInput, { description: 'Which comment, and what became of it.' }) input: DecideFirstCommentInput,
  ): Promise<PublishJobType> {
    const { id } = await mutate(ctx, (tx) => decideFirstComment(tx, input));
    // The network is asked outside of any transaction.
    if (!input.isPublished) await sendFirstComment(ctx, input.publicationId);
    return toPublishJobType(await mutate(ctx, (tx) => loadJob(tx, id)));
  }
}
