import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, FieldResolver, ID, InputType, Int, Mutation, ObjectType, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import {
  type NarrowGrantInput as NarrowInput,
  narrowGrant,
  pauseGrant,
  requestRotation,
  resumeGrant,
  revokeGrant,
} from '../../access/grants/change-grant.ts';
import { readScopes } from '../../access/grants/create-grant.ts';
import { mayRevoke } from '../../access/grants/grant-queries.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { ApiKeyType, GrantType, toApiKeyType, toGrantType } from './grant.types.ts';

@Resolver(() => GrantType)
export class GrantResolver {
  @FieldResolver(() => String, { description: 'The name of the agent.' })
  async agentName(@Ctx() { loaders }: GraphqlContext, @Root() { row }: GrantType): Promise<string> {
    return (await required(loaders.agent.load(row.agentId))).name;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The name, at that time, of the person who approved the agent’s access; null if the operator did. Distinguishes agents of the same name.',
  })
  async letInBy(@Ctx() { loaders }: GraphqlContext, @Root() { row }: GrantType): Promise<string | null> {
    return (await required(loaders.agent.load(row.agentId))).letInByName ?? null;
  }

  @FieldResolver(() => [ApiKeyType], { description: 'Its keys, the newest first; several may overlap while they are changed.' })
  async keys(@Ctx() { loaders }: GraphqlContext, @Root() grant: GrantType): Promise<ApiKeyType[]> {
    return (await loaders.keys.load(grant.id)).map(toApiKeyType);
  }

  @FieldResolver(() => Int, {
    description: 'Publish jobs that it has made today, a day of the workspace; cancelled ones do not count. `jobsPerDay` is their limit.',
  })
  async jobsToday(@Ctx() { loaders }: GraphqlContext, @Root() grant: GrantType): Promise<number> {
    return (await loaders.grantUsage.load(grant.id)).jobsToday;
  }

  @FieldResolver(() => Int, {
    description: 'Credits that its jobs hold or have used since the first of the month (UTC). `creditsPerMonth` is their limit.',
  })
  async creditsThisMonth(@Ctx() { loaders }: GraphqlContext, @Root() grant: GrantType): Promise<number> {
    return (await loaders.grantUsage.load(grant.id)).creditsThisMonth;
  }
}

@ObjectType('GrantViewerCan', { description: 'What the caller may do with a grant. Each mutation checks it again.' })
class GrantViewerCanType {
  @Field(() => Boolean, { description: 'Narrow, pause, resume and revoke it, and ask for a new key: owners only, while it is active.' })
  manage!: boolean;

  @Field(() => Boolean, { description: 'Revoke it while it is active: owners, and members for their own program.' })
  revoke!: boolean;
}

@InputType({ description: 'What is taken away from a grant; what is left out stays as it is. Nothing can be added.' })
class NarrowGrantInput {
  @Field(() => ID, { description: '`grt_…`.' })
  grantId!: string;

  @Field(() => [String], { nullable: true, description: 'Those that stay.' })
  scopes?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True: it publishes to the sandbox only from now on.' })
  isSandboxOnly?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Publish jobs in a day; not more than today.' })
  jobsPerDay?: number | null;

  @Field(() => Int, { nullable: true, description: 'Credits in a month; not more than today.' })
  creditsPerMonth?: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it ends; not later than today.' })
  expiresAt?: Date | null;
}

function toNarrowInput({ grantId, scopes, isSandboxOnly, jobsPerDay, creditsPerMonth, expiresAt }: NarrowGrantInput): NarrowInput {
  return {
    grantId,
    ...(scopes ? { scopes: scopes.length > 0 ? readScopes(scopes) : [] } : {}),
    ...(typeof isSandboxOnly === 'boolean' ? { isSandboxOnly } : {}),
    ...(typeof jobsPerDay === 'number' ? { jobsPerDay } : {}),
    ...(typeof creditsPerMonth === 'number' ? { creditsPerMonth } : {}),
    ...(expiresAt ? { expiresAt } : {}),
  };
}

const GRANT_ID = { description: '`grt_…`.' };

/** Owners' actions on an existing grant, and the fields that show it. */
@Resolver(() => GrantType)
export class GrantMutationsResolver {
  @FieldResolver(() => Int, { nullable: true, description: 'Publish jobs in a day of the workspace; null: no limit.' })
  jobsPerDay(@Root() { row }: GrantType): number | null {
    return row.jobsPerDay ?? null;
  }

  @FieldResolver(() => Int, { nullable: true, description: 'Credits in a month; null: no limit.' })
  creditsPerMonth(@Root() { row }: GrantType): number | null {
    return row.creditsPerMonth ?? null;
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true, description: 'Since when it is paused; null while it is not.' })
  pausedAt(@Root() { row }: GrantType): Date | null {
    return row.pausedAt ?? null;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the agent was asked to fetch a new key; null if it was not.',
  })
  rotationRequestedAt(@Root() { row }: GrantType): Date | null {
    return row.rotationRequestedAt ?? null;
  }

  @FieldResolver(() => GrantViewerCanType, { description: 'What the caller may do with it.' })
  viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: GrantType): GrantViewerCanType {
    return { manage: row.state === 'active' && canIn(ctx, row.accountId, 'manage'), revoke: mayRevoke(ctx, row) };
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Revokes a grant and all its keys, in all processes before it returns. Owners, and members for a program of their own. Errors: `not_found`, `insufficient_role`, `account_not_approved`.',
  })
  async revokeGrant(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => revokeGrant(tx, grantId)));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Refuses its keys and sends nothing of it until it is resumed. Owners only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async pauseGrant(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => pauseGrant(tx, grantId)));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description: 'Lets a paused grant go on. Owners only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async resumeGrant(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => resumeGrant(tx, grantId)));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Takes something away from a grant. Owners only. Errors: `validation_failed`, `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async narrowGrant(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => NarrowGrantInput, { description: 'What is taken away.' }) input: NarrowGrantInput,
  ): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => narrowGrant(tx, toNarrowInput(input))));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Asks the agent to fetch a new key; only the agent ever sees it. Owners only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async requestRotation(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => requestRotation(tx, grantId)));
  }
}
