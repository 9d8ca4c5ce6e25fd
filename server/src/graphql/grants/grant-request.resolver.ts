import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { findResemblingAgents } from '../../access/grants/grant-queries.ts';
import { registeredSince } from '../../access/oauth/clients/find-client.ts';
import { approveGrantRequest, type Decided, denyGrantRequest } from '../../access/oauth/decide-grant-request.ts';
import { findGrantRequest } from '../../access/oauth/find-grant-request.ts';
import { reauthenticateByPassword, recentReauthentication } from '../../access/sessions/reauthenticate.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  ApproveGrantRequestInput,
  GrantRequestDecisionType,
  GrantRequestType,
  ResemblingAgentType,
  toApproveInput,
  toGrantRequestType,
} from './grant-request.types.ts';

@Resolver(() => GrantRequestType)
export class GrantRequestResolver {
  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when the agent is registered here; null: it is not, and known only since this request.',
  })
  registeredAt(@Ctx() ctx: GraphqlContext, @Root() { row }: GrantRequestType): Promise<Date | null> {
    return registeredSince(ctx, row.clientId);
  }

  @FieldResolver(() => [ResemblingAgentType], {
    description:
      'Up to three agents with this or a similar name that already have access to accounts the person owns. The one asking now is a different agent.',
  })
  resembles(@Ctx() ctx: GraphqlContext, @Root() { clientName }: GrantRequestType): Promise<ResemblingAgentType[]> {
    return findResemblingAgents(ctx, clientName);
  }

  @Authorized('person')
  @Query(() => GrantRequestType, {
    description:
      'The request for access that a person wants to decide on, by the code they typed or by what the address of the grant screen carries. Only the session that looked last may decide. Signed-in people only. Errors: `not_found`, `rate_limited` after about five wrong tries, `unauthenticated`.',
  })
  grantRequest(
    @Ctx() ctx: GraphqlContext,
    @Arg('userCode', () => String, { nullable: true, description: 'As typed; case and punctuation do not matter.' }) userCode?:
      | string
      | null,
    @Arg('requestId', () => String, {
      nullable: true,
      description: 'The address’s `request`, or the id of a request this session has looked up.',
    })
    requestId?: string | null,
  ): Promise<GrantRequestType> {
    return withHttpStatus(async () => {
      const request = await findGrantRequest(ctx, { userCode, request: requestId, clientAddress: ctx.clientAddress });
      return toGrantRequestType(request, ctx.clock.now());
    });
  }

  @Authorized('person', 'manage', 'recent_sign_in')
  @Mutation(() => GrantRequestDecisionType, {
    description:
      'Approves an agent’s access request. Owners of the account, or any member for a program of their own, re-authenticated, in the session that opened the request. Errors: `reauthentication_failed`, `reauthentication_required`, `other_session`, `invalid_state`, `insufficient_role`, `not_found`, `account_not_approved`, `validation_failed`, `rate_limited`.',
  })
  approveGrantRequest(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ApproveGrantRequestInput, { description: 'What is allowed.' }) input: ApproveGrantRequestInput,
  ): Promise<GrantRequestDecisionType> {
    return withHttpStatus(async () => {
      const allowed = toApproveInput(input);
      const { password } = input;
      const reauthentication = await (typeof password === 'string' ? reauthenticateByPassword(ctx, password) : recentReauthentication(ctx));
      return present(ctx, await mutate(ctx, (tx) => approveGrantRequest(tx, { ...allowed, reauthentication })));
    });
  }

  @Authorized('person')
  @Mutation(() => GrantRequestDecisionType, {
    description:
      'Rejects an agent’s access request. Requires the session that opened it. Errors: `other_session`, `invalid_state`, `not_found`.',
  })
  denyGrantRequest(
    @Ctx() ctx: GraphqlContext,
    @Arg('requestId', () => ID, { description: '`grq_…`, opened in this session.' }) requestId: string,
  ): Promise<GrantRequestDecisionType> {
    return withHttpStatus(async () => present(ctx, await mutate(ctx, (tx) => denyGrantRequest(tx, requestId))));
  }
}

function present(ctx: GraphqlContext, { request, redirectUrl }: Decided): GrantRequestDecisionType {
  return { request: toGrantRequestType(request, ctx.clock.now()), redirectUrl };
}
