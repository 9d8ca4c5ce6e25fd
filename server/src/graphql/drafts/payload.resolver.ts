import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { ConnectionType, toConnectionType } from '../publishing/connection.types.ts';
import { PayloadType } from './payload.types.ts';
import { PlatformType, platformTypeOf } from './platform.types.ts';

@Resolver(() => PayloadType)
export class PayloadResolver {
  @FieldResolver(() => PlatformType, { description: 'The platform it is for.' })
  platform(@Ctx() ctx: GraphqlContext, @Root() { row }: PayloadType): PlatformType {
    return platformTypeOf(ctx, row.platform);
  }

  @FieldResolver(() => ConnectionType, {
    nullable: true,
    description: 'The account it goes out on; null while the workspace has none there.',
  })
  async connection(@Ctx() { loaders }: GraphqlContext, @Root() { row }: PayloadType): Promise<ConnectionType | null> {
    return row.connectionId ? toConnectionType(await required(loaders.connection.load(row.connectionId))) : null;
  }
}
