import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { remedyOfFailure } from '../../publishing/jobs/explain-jobs.ts';
import type { Verification, VerificationResult } from '../../publishing/verification.entity.ts';
import { DraftType, toDraftType } from '../drafts/draft.types.ts';
import { PlatformType, platformTypeOf } from '../drafts/platform.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { ConnectionType, toConnectionType } from './connection.types.ts';
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

const VerificationResultEnum = createEnum<VerificationResult>('VerificationResult', 'What reading a published post back has shown.', {
  as_signed: 'Every field that the network reports is exactly as it was signed.',
  different: 'At least one field differs from what was signed.',
  gone: 'The network has no such post any more.',
  unreadable: 'It could not be read; that says nothing about the post.',
});

const SeenByEnum = createEnum<'public' | 'account'>('SeenBy', 'Whose view of a post was read.', {
  public: 'Anyone’s, without signing in.',
  account: 'The account’s own, since the network shows it to no one else by its API.',
});

@ObjectType('PostDifference', { description: 'A field of a published post that differs from what was signed.' })
export class PostDifferenceType {
  @Field(() => String, {
    description: '`text`, `title`, `links`, `names`, `pictures`, `alt_texts`; of further posts of a thread `posts/1/text`.',
  })
  field!: string;

  @Field(() => String, { description: 'As it was signed; several values are on lines of their own.' })
  signed!: string;

  @Field(() => String, { nullable: true, description: 'As it is published; null if the post does not have it.' })
  published!: string | null;
}

@ObjectType('Verification', { description: 'A reading of a published post, compared with what was signed. Immutable.' })
export class VerificationType {
  @Field(() => VerificationResultEnum, { description: 'What it has shown.' })
  result!: VerificationResult;

  @Field(() => SeenByEnum, { nullable: true, description: 'Whose view was read; null if it was unreadable.' })
  seenBy!: 'public' | 'account' | null;

  @Field(() => [PostDifferenceType], { description: 'The differing fields; empty unless it is `DIFFERENT`.' })
  differences!: PostDifferenceType[];

  @Field(() => String, { nullable: true, description: 'Why it could not be read; null otherwise.' })
  message!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it was read.' })
  readAt!: Date;
}

function toVerificationType({ result, seenBy, differences, message, createdAt }: Verification): VerificationType {
  return { result, seenBy: seenBy ?? null, differences, message: message ?? null, readAt: createdAt };
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

  @FieldResolver(() => PlatformType, { description: 'The platform it goes to.' })
  platform(@Ctx() ctx: GraphqlContext, @Root() { row }: PublicationType): PlatformType {
    return platformTypeOf(ctx, row.platform);
  }

  @FieldResolver(() => ConnectionType, {
    nullable: true,
    description: 'The account it goes out on; null while the workspace has none there.',
  })
  async connection(@Ctx() { loaders }: GraphqlContext, @Root() { row }: PublicationType): Promise<ConnectionType | null> {
    return row.connectionId ? toConnectionType(await required(loaders.connection.load(row.connectionId))) : null;
  }

  @FieldResolver(() => [AttemptType], { description: 'Every try, the first one first.' })
  async attempts(@Ctx() { loaders, translate }: GraphqlContext, @Root() publication: PublicationType): Promise<AttemptType[]> {
    return (await loaders.attempts.load(publication.id)).map((attempt) => toAttemptType(attempt, translate));
  }

  @FieldResolver(() => SettlementType, { nullable: true, description: 'How a person settled its unknown outcome; null if none did.' })
  async settlement(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: PublicationType): Promise<SettlementType | null> {
    const settled = await loaders.settlement.load(id);
    return settled && toSettlementType(settled, translate);
  }

  @FieldResolver(() => FirstCommentType, {
    nullable: true,
    description: 'What became of its first comment; null where it has none, or before the post was sent.',
  })
  async firstComment(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: PublicationType): Promise<FirstCommentType | null> {
    const comment = await loaders.firstComment.load(id);
    return comment && toFirstCommentType(comment, translate);
  }

  @FieldResolver(() => RetractionType, { nullable: true, description: 'Its newest removal from the network; null if none was requested.' })
  async retraction(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: PublicationType): Promise<RetractionType | null> {
    const retraction = await loaders.retraction.load(id);
    return retraction && toRetractionType(retraction, translate);
  }

  @FieldResolver(() => DraftType, {
    nullable: true,
    description: 'Its newest edit, which is a draft; null if none was requested. Once that is published, it has the words of the post.',
  })
  async edit(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<DraftType | null> {
    const edit = await loaders.edit.load(id);
    return edit && toDraftType(edit);
  }

  @FieldResolver(() => VerificationType, {
    nullable: true,
    description:
      'The newest reading of the published post, compared with what was signed; null before the first one, and where its platform allows none.',
  })
  async verification(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<VerificationType | null> {
    const newest = await loaders.verification.load(id);
    return newest && toVerificationType(newest);
  }

  @FieldResolver(() => [PostMetricsType], {
    description:
      'What its network reported of the post after 1 hour, 6 hours, 1, 3, 7 and 30 days, oldest first; empty where it reports nothing.',
  })
  async metrics(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<PostMetricsType[]> {
    return loaders.metrics.load(id);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why the newest reading of its figures failed; null if it did not.' })
  metricsFailure(@Ctx() { translate }: GraphqlContext, @Root() { row }: PublicationType): string | null {
    return row.metricsFailure ? translate(fromStoredMessage(row.metricsFailure)) : null;
  }

  @FieldResolver(() => CreditHoldType, { nullable: true, description: 'The credit set aside for it; null before that.' })
  async hold(@Ctx() { loaders }: GraphqlContext, @Root() { id }: PublicationType): Promise<CreditHoldType | null> {
    const hold = await loaders.hold.load(id);
    return hold && toCreditHoldType(hold);
  }

  @FieldResolver(() => PublicationViewerCanType, { description: 'What the caller may do with it now.' })
  viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: PublicationType): PublicationViewerCanType {
    const mayDecide = canIn(ctx, row.accountId, 'decide');
    const isRemovable = row.state === 'published' && ctx.platforms.get(row.platform)?.retract !== undefined;
    return {
      settle: row.state === 'unknown' && mayDecide,
      retract: isRemovable && canIn(ctx, row.accountId, 'write'),
      edit: row.state === 'published' && ctx.platforms.get(row.platform)?.edits !== undefined && canIn(ctx, row.accountId, 'write'),
      decideRetraction: isRemovable && mayDecide,
      decideFirstComment: row.state === 'published' && mayDecide,
    };
  }
}
