import { Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { listOwnWorkspaces } from '../../workspaces/workspace-queries.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { toViewerType, ViewerType } from './viewer.types.ts';

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { nullable: true, description: 'Who is asking; null when nobody is signed in and no API key came along.' })
  viewer(@Ctx() { actor }: GraphqlContext): ViewerType | null {
    return toViewerType(actor);
  }

  @FieldResolver(() => [WorkspaceType], {
    description: "The workspaces of the person's accounts, or the one of the agent's grant; the oldest first.",
  })
  async workspaces(@Ctx() ctx: GraphqlContext): Promise<WorkspaceType[]> {
    return (await listOwnWorkspaces(ctx)).map(toWorkspaceType);
  }
}
