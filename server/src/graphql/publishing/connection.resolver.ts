import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { connectAccount } from '../../connections/add-connection.ts';
import { disconnect, maySee, revokeCredentials, withheldFeatures, withheldMessage } from '../../connections/connection-queries.ts';
import { finishConnecting, startConnecting } from '../../connections/oauth-sign-in.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { PlatformType, platformTypeOf, toPlatformType } from '../drafts/platform.types.ts';
import { type GraphqlContext, mutate, mutateInSteps } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  AddConnectionInput,
  ConnectingStartedType,
  ConnectionType,
  FinishConnectingInput,
  StartConnectingInput,
  toConnectionType,
} from './connection.types.ts';

/** The target of a post; null if there is none, or none that the caller may see. */
export async function targetOf(ctx: GraphqlContext, connectionId: string | null | undefined): Promise<ConnectionType | null> {
  if (!connectionId) return null;
  const connection = await required(ctx.loaders.connection.load(connectionId));
  return maySee(ctx, connection) ? toConnectionType(connection) : null;
}

@Resolver(() => ConnectionType)
export class ConnectionResolver {
  @Authorized('public')
  @Query(() => [PlatformType], { description: 'All platforms of the service, with their limits.' })
  platforms(@Ctx() ctx: GraphqlContext): PlatformType[] {
    return [...ctx.platforms.values()].map((platform) => toPlatformType(platform, ctx.translate));
  }

  @FieldResolver()
  healthMessage(@Ctx() { translate }: GraphqlContext, @Root() { row }: ConnectionType): string | null {
    const { healthMessage: message, healthSentence: sentence } = row;
    return message ? translate(fromStoredMessage({ message, sentence })) : null;
  }

  @FieldResolver()
  withheldMessage(@Ctx() { platforms, translate }: GraphqlContext, @Root() { row }: ConnectionType): string | null {
    const message = withheldMessage(withheldFeatures(platforms, row));
    return message && translate(message);
  }

  @FieldResolver(() => PlatformType, { description: 'The platform of the account.' })
  platform(@Ctx() ctx: GraphqlContext, @Root() { row }: ConnectionType): PlatformType {
    return platformTypeOf(ctx, row.platform);
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => ConnectionType, {
    description:
      'Connects an account, after checking it with the platform. Owners only. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `unknown_platform`, `bad_user_input`, `address_refused`, `validation_failed`.',
  })
  async addConnection(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddConnectionInput, { description: 'The account.' }) input: AddConnectionInput,
  ): Promise<ConnectionType> {
    return toConnectionType(await mutateInSteps(ctx, (steps) => connectAccount(steps, input)));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => ConnectingStartedType, {
    description:
      'Starts connecting an account by signing in at the network (OAuth), in this session. Owners only. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `unknown_platform`, `bad_user_input`, `address_refused`, `validation_failed`.',
  })
  async startConnecting(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => StartConnectingInput, { description: 'The platform and its required values.' }) input: StartConnectingInput,
  ): Promise<ConnectingStartedType> {
    return { url: await mutateInSteps(ctx, (steps) => startConnecting(steps, input)) };
  }

  @Authorized('person')
  @Mutation(() => [ConnectionType], {
    description:
      'Connects the account that the person signed in to, or each of those they selected, and returns the connections. Owners only. Errors: `connect_request_invalid`, `insufficient_role`, `bad_user_input`, `network_refuses_service`.',
  })
  async finishConnecting(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => FinishConnectingInput, { description: 'The parameters that the network returned.' }) input: FinishConnectingInput,
  ): Promise<ConnectionType[]> {
    return (await mutateInSteps(ctx, (steps) => finishConnecting(steps, input))).map(toConnectionType);
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => ConnectionType, {
    description:
      'Disconnects an account and deletes its credentials. Owners only. Errors: `not_found`, `insufficient_role`, `reauthentication_required`.',
  })
  async disconnect(
    @Ctx() ctx: GraphqlContext,
    @Arg('connectionId', () => ID, { description: 'The connection’s id, `con_…`.' }) connectionId: string,
  ): Promise<ConnectionType> {
    const { connection, held } = await mutate(ctx, (tx) => disconnect(tx, connectionId));
    await revokeCredentials(ctx, held, connection);
    return toConnectionType(connection);
  }
}
