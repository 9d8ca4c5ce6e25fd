import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ConnectionType, toConnectionType } from './connection.types.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { PlatformType, platformTypeOf } from './platform.types.ts';
import { AttemptType, PublicationType, toAttemptType } from './publication.types.ts';
import { required } from './required.ts';

@Resolver(() => PublicationType)
export class PublicationResolver {
  @FieldResolver(() => PlatformType, { description: 'The platform it goes to.' })
  platform(@Ctx() { platforms }: GraphqlContext, @Root() { row }: PublicationType): PlatformType {
    return platformTypeOf(platforms, row.platform);
  }

  @FieldResolver(() => ConnectionType, {
    nullable: true,
    description: 'The account it goes out on; null while the workspace has none there.',
  })
  async connection(@Ctx() { loaders }: GraphqlContext, @Root() { row }: PublicationType): Promise<ConnectionType | null> {
    return row.connectionId ? toConnectionType(await required(loaders.connection.load(row.connectionId))) : null;
  }

  @FieldResolver(() => [AttemptType], { description: 'Every try, the first one first.' })
  async attempts(@Ctx() { loaders }: GraphqlContext, @Root() publication: PublicationType): Promise<AttemptType[]> {
    return (await loaders.attempts.load(publication.id)).map(toAttemptType);
  }
}
