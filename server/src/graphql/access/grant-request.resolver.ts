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

const GrantRequestStateEnum = createEnum<GrantRequestState>('GrantRequestState', 'The state of an access request.', {
  pending: 'Awaiting a person’s decision.',
  approved: 'Approved; the agent has not fetched its key yet.',
  denied: 'Rejected.',
  expired: 'Not decided in time, or the agent did not fetch its key in time.',
  redeemed: 'The agent has fetched its key.',
});

const GrantFlowEnum = createEnum<GrantFlow>('GrantFlow', 'The OAuth flow of an access request.', {
  device: 'Device authorization (RFC 8628): the agent shows a code, a person enters it here, and the agent polls.',
  code: 'Authorization code with PKCE (RFC 6749): the agent redirects the browser here and receives it back.',
});

@ObjectType('ResemblingAgent', { description: 'An agent that already has access, with the same or a confusable name.' })
class ResemblingAgentType {
  @Field(() => String, { description: 'The agent’s name, as stated by the agent.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The name of the person who approved its access; null if the operator did.' })
  letInBy!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the agent was first given access.' })
  since!: Date;
}

@ObjectType('GrantRequest', {
  description: 'An agent’s request for access. Everything the agent states about itself is unverified.',
})
class GrantRequestType {
  @Field(() => ID, { description: '`grq_…`; identifies the request in the mutations.' })
  id!: string;

  @Field(() => GrantKindEnum, {
    description: 'The kind of access requested. Owners approve agents; any member may approve read access for a program of their own.',
  })
  kind!: GrantKind;

  @Field(() => String, { description: 'The agent’s name, as stated by the agent.' })
  clientName!: string;

  @Field(() => String, { nullable: true, description: 'The agent’s home page, as stated by the agent; null if it states none.' })
  clientUri!: string | null;

  @Field(() => [String], { description: 'The requested scopes, for instance `drafts:write`; the customer may grant fewer.' })
  requestedScopes!: string[];

  @Field(() => String, { description: 'The IP address that the request came from.' })
  address!: string;

  @Field(() => String, { nullable: true, description: 'The host that the browser returns to in the code flow; null in the device flow.' })
  returnsTo!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The host that serves the program’s client metadata document, which its client id points to; null in the device flow and for programs without one.',
  })
  publishedBy!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the program is proven to belong to `publishedBy`: the browser returns to that same host over https. False if it returns to another host, or to a program on the person’s own computer.',
  })
  isOriginVerified!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When the request was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the request expires if no one has decided on it.' })
  expiresAt!: Date;

  @Field(() => GrantRequestStateEnum, { description: 'The current state of the request.' })
  state!: GrantRequestState;

  @Field(() => GrantFlowEnum, { description: 'The OAuth flow that the agent uses.' })
  flow!: GrantFlow;

  /** Not in the schema: the field resolvers read the row. */
  row!: GrantRequest;
}

@ObjectType('GrantRequestDecision', { description: 'A decision on an access request.' })
class GrantRequestDecisionType {
  @Field(() => GrantRequestType, { description: 'The request in its current state.' })
  request!: GrantRequestType;

  @Field(() => String, {
    nullable: true,
    description: 'The address to redirect the browser to, in the code flow; null in the device flow, where the agent polls.',
  })
  redirectUrl!: string | null;
}

@InputType({ description: 'The permissions the customer grants: all that were requested, or fewer.' })
class ApproveGrantRequestInput {
  @Field(() => ID, { description: '`grq_…`, opened in this session.' })
  requestId!: string;

  @Field(() => ID, { description: 'The workspace to give access to, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => [String], { description: 'The scopes to grant: at least one of those requested.' })
  scopes!: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'Whether the agent may publish to the sandbox only.' })
  isSandboxOnly!: boolean;

  @Field(() => Int, { nullable: true, description: 'The most publish jobs per day, in the workspace’s time zone; no limit if omitted.' })
  jobsPerDay?: number | null;

  @Field(() => Int, { nullable: true, description: 'The most credits per calendar month (UTC); no limit if omitted.' })
  creditsPerMonth?: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the grant expires; if omitted, it is valid until revoked. Required for an integration, at most 366 days away.',
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
    description: 'When the agent registered as an OAuth client here; null if it did not.',
  })
  registeredAt(@Ctx() ctx: GraphqlContext, @Root() { row }: GrantRequestType): Promise<Date | null> {
    return registeredSince(ctx, row.clientId);
  }

  @FieldResolver(() => [ResemblingAgentType], {
    description:
      'Up to three other agents with the same or a confusable name that already have access to accounts that the caller owns, newest first.',
  })
  resembles(@Ctx() ctx: GraphqlContext, @Root() { clientName }: GrantRequestType): Promise<ResemblingAgentType[]> {
    return findResemblingAgents(ctx, clientName);
  }

  @Authorized('person')
  @Query(() => GrantRequestType, {
    description:
      'An access request to decide on, by user code or by request; pass exactly one. Binds the request to this session: only the session that opened it last may decide. Signed-in people only. Errors: `not_found`, `bad_user_input`, `rate_limited` after five wrong codes, `unauthenticated`, `insufficient_role`.',
  })
  grantRequest(
    @Ctx() ctx: GraphqlContext,
    @Arg('userCode', () => String, { nullable: true, description: 'The code that the agent shows; case and punctuation are ignored.' })
    userCode?: string | null,
    @Arg('requestId', () => String, {
      nullable: true,
      description: 'The `request` parameter of the grant screen’s address, or the id (`grq_…`) of a request that this session has opened.',
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
      'Approves an agent’s access request. Requires the session that opened it, recently re-authenticated: an owner of the account, or any member for a program of their own. Errors: `reauthentication_failed`, `reauthentication_required`, `other_session`, `invalid_state`, `insufficient_role`, `not_found`, `account_not_approved`, `validation_failed`, `rate_limited`.',
  })
  approveGrantRequest(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ApproveGrantRequestInput, { description: 'The request and what to grant.' }) input: ApproveGrantRequestInput,
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
