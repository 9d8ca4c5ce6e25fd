import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, InputType, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { readScopes } from '../../access/grants/create-grant.ts';
import type { GrantKind } from '../../access/grants/grant.entity.ts';
import { findResemblingAgents } from '../../access/grants/grant-queries.ts';
import { originOf } from '../../access/oauth/clients/client-document.ts';
import { registeredSince } from '../../access/oauth/clients/find-client.ts';
import {
  type ApproveGrantRequestInput as ApproveInput,
  approveGrantRequest,
  type Decided,
  denyGrantRequest,
} from '../../access/oauth/decide-grant-request.ts';
import { currentState, findGrantRequest } from '../../access/oauth/find-grant-request.ts';
import type { GrantFlow, GrantRequest, GrantRequestState } from '../../access/oauth/grant-request.entity.ts';
import { reauthenticateByPassword, recentReauthentication } from '../../access/sessions/reauthenticate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { GrantKindEnum } from './grant.types.ts';

const GrantRequestStateEnum = createEnum<GrantRequestState>('GrantRequestState', 'The state of an agent’s access request.', {
  pending: 'A person decides.',
  approved: 'Allowed; the agent has yet to fetch its key.',
  denied: 'Turned away.',
  expired: 'Not decided in time, or the key was not fetched in time.',
  redeemed: 'The agent has its key.',
});

const GrantFlowEnum = createEnum<GrantFlow>('GrantFlow', 'How the agent asks.', {
  device: 'It shows a code that a person types, and asks again and again (RFC 8628).',
  code: 'It sends the browser here and gets it back (RFC 6749 with PKCE).',
});

@ObjectType('ResemblingAgent', { description: 'An agent that is let in already, by a name that a reader takes for the same.' })
class ResemblingAgentType {
  @Field(() => String, { description: 'What it calls itself.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Who let it in; null: the operator.' })
  letInBy!: string | null;

  @Field(() => GraphQLDateTime, { description: 'Since when it is known.' })
  since!: Date;
}

@ObjectType('GrantRequest', {
  description: 'An agent’s request for access. What it says about itself is its own claim.',
})
class GrantRequestType {
  @Field(() => ID, { description: '`grq_…`, for the decision.' })
  id!: string;

  @Field(() => GrantKindEnum, {
    description: 'The kind of access requested. Owners approve agents; any member may approve read access for a program of their own.',
  })
  kind!: GrantKind;

  @Field(() => String, { description: 'What the agent calls itself.' })
  clientName!: string;

  @Field(() => String, { nullable: true, description: 'Its home page, as stated by the client.' })
  clientUri!: string | null;

  @Field(() => [String], { description: 'What it wants to do; the customer may allow less.' })
  requestedScopes!: string[];

  @Field(() => String, { description: 'The network address that the request came from.' })
  address!: string;

  @Field(() => String, { nullable: true, description: 'Where the browser goes back to in the code flow: only the host.' })
  returnsTo!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The host where the program is described, in the code flow: its id is an address there, and we have read it. Null: it names none.',
  })
  publishedBy!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether it is proved to be the program of `publishedBy`: the browser goes back to that very host, over https. Not so where it goes back to another one, or to a program on the person’s own computer, which could be any.',
  })
  isOriginVerified!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Until when it can be decided on.' })
  expiresAt!: Date;

  @Field(() => GrantRequestStateEnum, { description: 'Its state.' })
  state!: GrantRequestState;

  @Field(() => GrantFlowEnum, { description: 'How the agent asks.' })
  flow!: GrantFlow;

  /** Not in the schema: the field resolvers read the row. */
  row!: GrantRequest;
}

@ObjectType('GrantRequestDecision', { description: 'A decision on a request for access.' })
class GrantRequestDecisionType {
  @Field(() => GrantRequestType, { description: 'The request in its current state.' })
  request!: GrantRequestType;

  @Field(() => String, {
    nullable: true,
    description: 'Where the browser has to go now, in the code flow; null: nowhere, the agent asks by itself.',
  })
  redirectUrl!: string | null;
}

@InputType({ description: 'The permissions the customer grants: all that were requested, or fewer.' })
class ApproveGrantRequestInput {
  @Field(() => ID, { description: '`grq_…`, opened in this session.' })
  requestId!: string;

  @Field(() => ID, { description: 'The workspace that the agent gets into.' })
  workspaceId!: string;

  @Field(() => [String], { description: 'At least one of those requested.' })
  scopes!: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'Let it publish to the sandbox only.' })
  isSandboxOnly!: boolean;

  @Field(() => Int, { nullable: true, description: 'Publish jobs in a day of the workspace; none: no limit.' })
  jobsPerDay?: number | null;

  @Field(() => Int, { nullable: true, description: 'Credits in a month; none: no limit.' })
  creditsPerMonth?: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the grant ends; none: when it is revoked. An integration has to have an end, at the most 366 days away.',
  })
  expiresAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Your password. Omit it if you re-authenticated in another way since you opened the request.',
  })
  password?: string | null;
}

function toGrantRequestType(row: GrantRequest, now: Date): GrantRequestType {
  return {
    id: row.id,
    kind: row.kind,
    clientName: row.clientName,
    clientUri: row.clientUri ?? null,
    requestedScopes: row.scopes,
    address: row.address,
    returnsTo: row.redirectUri ? new URL(row.redirectUri).host : null,
    ...originOf(row),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    state: currentState(row, now),
    flow: row.flow,
    row,
  };
}

function toApproveInput(input: ApproveGrantRequestInput): Omit<ApproveInput, 'reauthentication'> {
  return {
    requestId: input.requestId,
    workspaceId: input.workspaceId,
    scopes: readScopes(input.scopes),
    isSandboxOnly: input.isSandboxOnly,
    jobsPerDay: input.jobsPerDay ?? null,
    creditsPerMonth: input.creditsPerMonth ?? null,
    expiresAt: input.expiresAt ?? null,
  };
}

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
