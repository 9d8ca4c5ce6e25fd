import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { remedyOfFailure } from '../../publishing/jobs/explain-jobs.ts';
import { isRemoval } from '../../publishing/jobs/post-queries.ts';
import { requestsFor } from '../../publishing/publish-job.policy.ts';
import type { Verification, VerificationResult } from '../../publishing/verification.entity.ts';
import { DraftType, toDraftType } from '../drafts/draft.types.ts';
import { PlatformType, platformTypeOf } from '../drafts/platform.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { targetOf } from './connection.resolver.ts';
import { ConnectionType } from './connection.types.ts';
import { FirstCommentType, toFirstCommentType } from './first-comment.resolver.ts';
import { PostMetricsType } from './metrics.types.ts';
import {
  AttemptType,
  CreditHoldType,
  PublicationType,
  PublicationViewerCanType,
  toAttemptType,
  toCreditHoldType,
} from './publication.types.ts';
import { RetractionType, toRetractionType } from './retraction.types.ts';
import { SettlementType, toSettlementType } from './settlement.types.ts';

const VerificationResultEnum = createEnum<VerificationResult>(
  'VerificationResult',
  'The result of comparing a published post with what was signed.',
  {
    as_signed: 'All fields that the network returns are exactly as signed.',
    different: 'At least one field differs from what was signed.',
    gone: 'The post no longer exists on the network.',
    unreadable: 'The post could not be read, which proves nothing about it.',
  },
);

const SeenByEnum = createEnum<'public' | 'account'>('SeenBy', 'The view in which a post was read.', {
  public: 'The public view, without signing in.',
  account: 'The account’s own view, since the network’s API shows the post to no one else.',
});

@ObjectType('PostDifference', { description: 'A field of a published post that differs from what was signed.' })
export class PostDifferenceType {
  @Field(() => String, {
    description:
      'The field: `text`, `title`, `links`, `names`, `pictures` or `alt_texts`; for further posts of a thread, for instance `posts/1/text`.',
  })
  field!: string;

  @Field(() => String, { description: 'The signed value; several values are on separate lines.' })
  signed!: string;

  @Field(() => String, { nullable: true, description: 'The published value; null if the post does not have the field.' })
  published!: string | null;
}

@ObjectType('Verification', { description: 'A comparison of a published post with what was signed. Immutable.' })
export class VerificationType {
  @Field(() => VerificationResultEnum, { description: 'The result.' })
  result!: VerificationResult;

  @Field(() => SeenByEnum, { nullable: true, description: 'The view in which the post was read; null if it could not be read.' })
  seenBy!: 'public' | 'account' | null;

  @Field(() => [PostDifferenceType], { description: 'The differing fields; empty unless `result` is `DIFFERENT`.' })
  differences!: PostDifferenceType[];

  @Field(() => [String], {
    nullable: true,
    description:
      'The fields that were compared, named as in `differences`; null if the post was not read, and for comparisons from before this was recorded.',
  })
  compared!: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'What the post has and the network did not report, so it was not compared: `text`, `title`, `links`, `names`, `pictures`, `alt_texts`, `videos` or `documents`. Null like `compared`.',
  })
  notReadable!: string[] | null;

  @Field(() => String, { nullable: true, description: 'Why the post could not be read; null otherwise.' })
  message!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the post was read.' })
  readAt!: Date;
}

function toVerificationType({ result, seenBy, differences, compared, notReadable, message, createdAt }: Verification): VerificationType {
  const extent = { compared: compared ?? null, notReadable: notReadable ?? null };
  return { result, seenBy: seenBy ?? null, differences, ...extent, message: message ?? null, readAt: createdAt };
}

@Resolver(() => PublicationType)
export class PublicationResolver {
  @FieldResolver()
  failureMessage(@Ctx() { translate }: GraphqlContext, @Root() { row }: PublicationType): string | null {
    const { failureMessage: message, failureSentence: sentence } = row;
    return message ? translate(fromStoredMessage({ message, sentence })) : null;
  }

  @FieldResolver(() => String, { nullable: true, description: 'What to do about the failure, and who can do it; null without a failure.' })
  failureRemedy(@Ctx() { translate }: GraphqlContext, @Root() { row, job }: PublicationType): string | null {
    return row.failureCode ? translate(remedyOfFailure(job, row)) : null;
  }

  @FieldResolver(() => PlatformType, { description: 'The target platform.' })
  platform(@Ctx() ctx: GraphqlContext, @Root() { row }: PublicationType): PlatformType {
    return platformTypeOf(ctx, row.platform);
  }

  @FieldResolver(() => ConnectionType, {
    nullable: true,
    description:
      'The target connection; null if the workspace has none on the platform, or for a sandbox-only key if it is a live account.',
  })
  connection(@Ctx() ctx: GraphqlContext, @Root() { row }: PublicationType): Promise<ConnectionType | null> {
    return targetOf(ctx, row.connectionId);
  }

  @FieldResolver(() => [AttemptType], { description: 'All attempts, oldest first.' })
  async attempts(@Ctx() { loaders, translate }: GraphqlContext, @Root() publication: PublicationType): Promise<AttemptType[]> {
    return (await loaders.attempts.load(publication.id)).map((attempt) => toAttemptType(attempt, translate));
  }

  @FieldResolver(() => SettlementType, {
    nullable: true,
    description: 'A person’s settlement of the unknown outcome; null if there is none.',
  })
  async settlement(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: PublicationType): Promise<SettlementType | null> {
    const settled = await loaders.settlement.load(id);
    return settled && toSettlementType(settled, translate);
  }

  @FieldResolver(() => FirstCommentType, {
    nullable: true,
    description: 'The first comment under the post; null if there is none, or until the post is sent.',
  })
  async firstComment(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: PublicationType): Promise<FirstCommentType | null> {
    const comment = await loaders.firstComment.load(id);
    return comment && toFirstCommentType(comment, translate);
  }

  @FieldResolver(() => RetractionType, {
    nullable: true,
    description: 'The latest requested removal of the post from its network; null if none was requested.',
  })
  async retraction(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: PublicationType): Promise<RetractionType | null> {
    const retraction = await loaders.retraction.load(id);
    return retraction && toRetractionType(retraction, translate);
  }

  @FieldResolver(() => DraftType, {
    nullable: true,
    description: 'The draft of the post’s latest edit; null if none was requested. Once that draft is published, its text is the post’s.',
  })
  async edit(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<DraftType | null> {
    const edit = await loaders.edit.load(id);
    return edit && toDraftType(edit);
  }

  @FieldResolver(() => VerificationType, {
    nullable: true,
    description:
      'The latest comparison of the published post with what was signed; null before the first one, and if the platform does not support reading posts.',
  })
  async verification(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<VerificationType | null> {
    const newest = await loaders.verification.load(id);
    return newest && toVerificationType(newest);
  }

  @FieldResolver(() => [PostMetricsType], {
    description:
      'The figures reported by the network after 1 and 6 hours and after 1, 3, 7 and 30 days, oldest first; empty if the network reports none.',
  })
  async metrics(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<PostMetricsType[]> {
    return loaders.metrics.load(id);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why the latest reading of figures failed; null if it did not.' })
  metricsFailure(@Ctx() { translate }: GraphqlContext, @Root() { row }: PublicationType): string | null {
    return row.metricsFailure ? translate(fromStoredMessage(row.metricsFailure)) : null;
  }

  @FieldResolver(() => CreditHoldType, {
    nullable: true,
    description: 'The credits reserved for the publication; null if none have been reserved yet.',
  })
  async hold(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<CreditHoldType | null> {
    const hold = await loaders.hold.load(id);
    return hold && toCreditHoldType(hold);
  }

  @FieldResolver(() => PublicationViewerCanType, { description: 'What the caller may currently do with the publication.' })
  async viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: PublicationType): Promise<PublicationViewerCanType> {
    const mayDecide = canIn(ctx, row.accountId, 'decide');
    const removal = row.state === 'published' ? await ctx.loaders.retraction.load(row.id) : null;
    const isThere = row.state === 'published' && !(removal && isRemoval(removal.retraction));
    const mayWrite = canIn(ctx, row.accountId, 'write');
    const verification = isThere ? await ctx.loaders.verification.load(row.id) : null;
    const requests = requestsFor(ctx, row, { retraction: removal?.retraction ?? null, verification });
    const isRemovable = requests.includes('request_retraction');
    // Under a post that was removed, a failed comment cannot be sent again; an unknown one can still be settled.
    const hasOpenComment = isThere || (await ctx.loaders.firstComment.load(row.id))?.state === 'unknown';
    return {
      settle: row.state === 'unknown' && mayDecide,
      retract: mayWrite && isRemovable,
      edit: mayWrite && requests.includes('request_edit'),
      decideRetraction: isRemovable && mayDecide,
      decideFirstComment: row.state === 'published' && mayDecide && hasOpenComment,
    };
  }
}
