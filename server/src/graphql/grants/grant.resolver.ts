import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { ApiKeyType, GrantType, toApiKeyType } from './grant.types.ts';

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
