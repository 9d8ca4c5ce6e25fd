import { Ctx, Query, Resolver } from 'type-graphql';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { PlatformType, toPlatformType } from './platform.types.ts';

@Resolver()
export class PlatformResolver {
  @Authorized('public')
  @Query(() => [PlatformType], { description: 'Every platform of the service, with its limits as data.' })
  platforms(@Ctx() ctx: GraphqlContext): PlatformType[] {
    return [...ctx.platforms.values()].map((platform) => toPlatformType(platform, ctx.translate));
  }
}
