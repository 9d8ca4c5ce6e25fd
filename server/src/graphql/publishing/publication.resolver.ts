import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { wordsOf } from '../../languages/kept-sentence.ts';
import { remedyOfFailure } from '../../publishing/jobs/failure-remedies.ts';
import { PlatformType, platformTypeOf } from '../drafts/platform.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { required } from '../engine/required.ts';
import { ConnectionType, toConnectionType } from './connection.types.ts';
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
import { toVerificationType, VerificationType } from './verification.types.ts';

@Resolver(() => PublicationType)
export class PublicationResolver {
  @FieldResolver()
  failureMessage(@Ctx() { translate }: GraphqlContext, @Root() { row }: PublicationType): string | null {
    const { failureMessage: message, failureSentence: sentence } = row;
    return message ? translate(wordsOf({ message, sentence })) : null;
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

  @FieldResolver(() => RetractionType, { nullable: true, description: 'Its newest removal from the network; null if none was requested.' })
  async retraction(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: PublicationType): Promise<RetractionType | null> {
    const retraction = await loaders.retraction.load(id);
    return retraction && toRetractionType(retraction, translate);
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
      decideRetraction: isRemovable && mayDecide,
    };
  }
}
