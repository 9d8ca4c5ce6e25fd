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
import { type Grant, stateOfGrant } from '../../access/grants/grant.entity.ts';
import { mayRevoke } from '../../access/grants/grant-queries.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { ApiKeyType, GrantStateEnum, GrantType, toApiKeyType, toGrantType } from './grant.types.ts';

@Resolver(() => GrantType)
export class GrantResolver {
  @FieldResolver(() => String, { description: 'The agent’s name.' })
  async agentName(@Ctx() { loaders }: GraphqlContext, @Root() { row }: GrantType): Promise<string> {
    return (await required(loaders.agent.load(row.agentId))).name;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The name, at the time, of the person who approved the agent’s access; null if the operator did. Tells agents of the same name apart.',
  })
  async letInBy(@Ctx() { loaders }: GraphqlContext, @Root() { row }: GrantType): Promise<string | null> {
    return (await required(loaders.agent.load(row.agentId))).letInByName ?? null;
  }

  @FieldResolver(() => [ApiKeyType], {
    description: 'The API keys of the grant, newest first. More than one may be valid during a key rotation.',
  })
  async keys(@Ctx() { loaders }: GraphqlContext, @Root() grant: GrantType): Promise<ApiKeyType[]> {
    return (await loaders.keys.load(grant.id)).map(toApiKeyType);
  }

  @FieldResolver(() => Int, {
    description:
      'Publish jobs that the agent has created today, in the workspace’s time zone, without cancelled ones. Limited by `jobsPerDay`.',
  })
  async jobsToday(@Ctx() { loaders }: GraphqlContext, @Root() grant: GrantType): Promise<number> {
    return (await loaders.grantUsage.load(grant.id)).jobsToday;
  }

  @FieldResolver(() => Int, {
    description: 'Credits that the agent’s jobs have reserved or used this calendar month (UTC). Limited by `creditsPerMonth`.',
  })
  async creditsThisMonth(@Ctx() { loaders }: GraphqlContext, @Root() grant: GrantType): Promise<number> {
    return (await loaders.grantUsage.load(grant.id)).creditsThisMonth;
  }
}

@ObjectType('GrantViewerCan', { description: 'What the caller may do with a grant. Each mutation checks again.' })
class GrantViewerCanType {
  @Field(() => Boolean, {
    description:
      'Whether the caller may narrow, pause, resume and revoke the grant and request a new key: owners only, while it is active.',
  })
  manage!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may revoke the grant: owners, and members for a program of their own, while it is active.',
  })
  revoke!: boolean;
}

@InputType({ description: 'Reductions of a grant. Omitted fields stay unchanged; nothing can be added.' })
class NarrowGrantInput {
  @Field(() => ID, { description: 'The grant’s id, `grt_…`.' })
  grantId!: string;

  @Field(() => [String], { nullable: true, description: 'The scopes to keep: at least one of the present ones.' })
  scopes?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True to restrict the grant to the sandbox. This cannot be undone.' })
  isSandboxOnly?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'The most publish jobs per day, at least 1; not above the present limit.' })
  jobsPerDay?: number | null;

  @Field(() => Int, { nullable: true, description: 'The most credits per calendar month (UTC), at least 1; not above the present limit.' })
  creditsPerMonth?: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the grant expires; in the future, and not after its present expiry.' })
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

const GRANT_ID = { description: 'The grant’s id, `grt_…`.' };

/** Mutations of an existing grant and the fields that present their results. */
@Resolver(() => GrantType)
export class GrantMutationsResolver {
  @FieldResolver(() => GrantStateEnum, { description: 'The current state of the grant.' })
  state(@Ctx() ctx: GraphqlContext, @Root() { row }: GrantType): Grant['state'] {
    return stateOfGrant(row, ctx.clock.now());
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The most publish jobs per day, in the workspace’s time zone; null if unlimited.',
  })
  jobsPerDay(@Root() { row }: GrantType): number | null {
    return row.jobsPerDay ?? null;
  }

  @FieldResolver(() => Int, { nullable: true, description: 'The most credits per calendar month (UTC); null if unlimited.' })
  creditsPerMonth(@Root() { row }: GrantType): number | null {
    return row.creditsPerMonth ?? null;
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true, description: 'When the grant was paused; null if it is not paused.' })
  pausedAt(@Root() { row }: GrantType): Date | null {
    return row.pausedAt ?? null;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the agent was asked to fetch a new key; null if no rotation is pending.',
  })
  rotationRequestedAt(@Root() { row }: GrantType): Date | null {
    return row.rotationRequestedAt ?? null;
  }

  @FieldResolver(() => GrantViewerCanType, { description: 'What the caller may do with the grant.' })
  viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: GrantType): GrantViewerCanType {
    return { manage: stateOfGrant(row, ctx.clock.now()) === 'active' && canIn(ctx, row.accountId, 'manage'), revoke: mayRevoke(ctx, row) };
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Revokes a grant and all its keys, with immediate effect. Owners, and members for a program of their own. Errors: `not_found`, `insufficient_role`, `account_not_approved`.',
  })
  async revokeGrant(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => revokeGrant(tx, grantId)));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Pauses a grant: until it is resumed, its keys are refused and none of its posts are published. Owners only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async pauseGrant(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => pauseGrant(tx, grantId)));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description: 'Resumes a paused grant. Owners only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async resumeGrant(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => resumeGrant(tx, grantId)));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Reduces a grant’s scopes, limits or validity. Owners only. Errors: `validation_failed`, `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async narrowGrant(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => NarrowGrantInput, { description: 'The reductions.' }) input: NarrowGrantInput,
  ): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => narrowGrant(tx, toNarrowInput(input))));
  }

  @Authorized('manage')
  @Mutation(() => GrantType, {
    description:
      'Asks the agent to rotate its key. Only the agent ever sees the new key. Owners only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async requestRotation(@Ctx() ctx: GraphqlContext, @Arg('grantId', () => ID, GRANT_ID) grantId: string): Promise<GrantType> {
    return toGrantType(await mutate(ctx, (tx) => requestRotation(tx, grantId)));
  }
}
