import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { connectAccount } from '../../connections/add-connection.ts';
import { finishConnecting, startConnecting } from '../../connections/connect-requests.ts';
import { disconnect } from '../../connections/connection-queries.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { PlatformType, platformTypeOf, toPlatformType } from '../drafts/platform.types.ts';
import { type GraphqlContext, mutate, mutateInSteps } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  AddConnectionInput,
  ConnectingStartedType,
  ConnectionType,
  FinishConnectingInput,
  StartConnectingInput,
  toConnectionType,
} from './connection.types.ts';

@Resolver(() => ConnectionType)
export class ConnectionResolver {
  @Authorized('public')
  @Query(() => [PlatformType], { description: 'Every platform of the service, with its limits as data.' })
  platforms(@Ctx() ctx: GraphqlContext): PlatformType[] {
    return [...ctx.platforms.values()].map((platform) => toPlatformType(platform, ctx.translate));
  }

  @FieldResolver()
  healthMessage(@Ctx() { translate }: GraphqlContext, @Root() { row }: ConnectionType): string | null {
    const { healthMessage: message, healthSentence: sentence } = row;
    return message ? translate(fromStoredMessage({ message, sentence })) : null;
  }

  @FieldResolver(() => PlatformType, { description: 'Where the account is.' })
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
      'Begins to connect an account by signing in at the platform. Owners only, for this session. Errors: `not_found`, `insufficient_role`, `reauthentication_required`, `unknown_platform`, `bad_user_input`, `address_refused`, `validation_failed`.',
  })
  async startConnecting(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => StartConnectingInput, { description: 'Which platform.' }) input: StartConnectingInput,
  ): Promise<ConnectingStartedType> {
    return { url: await mutateInSteps(ctx, (steps) => startConnecting(steps, input)) };
  }

  @Authorized('person')
  @Mutation(() => [ConnectionType], {
    description:
      'Connects what the person signed in as; several accounts where they picked several. Owners only, once. Errors: `connect_request_invalid`, `insufficient_role`, `bad_user_input`, `network_refuses_service`.',
  })
  async finishConnecting(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => FinishConnectingInput, { description: 'What came back.' }) input: FinishConnectingInput,
  ): Promise<ConnectionType[]> {
    return (await mutateInSteps(ctx, (steps) => finishConnecting(steps, input))).map(toConnectionType);
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => ConnectionType, {
    description:
      'Forgets the credentials of a connection. Owners only. Errors: `not_found`, `insufficient_role`, `reauthentication_required`.',
  })
  async disconnect(
    @Ctx() ctx: GraphqlContext,
    @Arg('connectionId', () => ID, { description: '`con_…`.' }) connectionId: string,
  ): Promise<ConnectionType> {
    return toConnectionType(await mutate(ctx, (tx) => disconnect(tx, connectionId)));
  }
}
