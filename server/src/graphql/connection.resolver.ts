import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { disconnect } from '../connections/disconnect.ts';
import { connectAccount } from './connect-account.ts';
import { AddConnectionInput, ConnectionType, toConnectionType } from './connection.types.ts';
import { type GraphqlContext, mutate } from './graphql-context.ts';
import { PlatformType, platformTypeOf } from './platform.types.ts';

@Resolver(() => ConnectionType)
export class ConnectionResolver {
  @FieldResolver(() => PlatformType, { description: 'Where the account is.' })
  platform(@Ctx() { platforms }: GraphqlContext, @Root() { row }: ConnectionType): PlatformType {
    return platformTypeOf(platforms, row.platform);
  }

  @Mutation(() => ConnectionType, {
    description:
      'Connects an account; the platform is asked whose it is. Owners only. Errors: `not_found`, `insufficient_role`, `unknown_platform`, `validation_failed`.',
  })
  async addConnection(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddConnectionInput, { description: 'The account.' }) input: AddConnectionInput,
  ): Promise<ConnectionType> {
    return toConnectionType(await connectAccount(ctx, input));
  }

  @Mutation(() => ConnectionType, {
    description: 'Forgets the credentials of a connection. Owners only. Errors: `not_found`, `insufficient_role`.',
  })
  async disconnect(
    @Ctx() ctx: GraphqlContext,
    @Arg('connectionId', () => ID, { description: '`con_…`.' }) connectionId: string,
  ): Promise<ConnectionType> {
    return toConnectionType(await mutate(ctx, (tx) => disconnect(tx, connectionId)));
  }
}
