import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { chooseLanguage } from '../../access/persons-language.ts';
import type { Language } from '../../languages/language.ts';
import { listOwnWorkspaces } from '../../workspaces/workspace-queries.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { toWorkspaceType, WorkspaceType } from '../workspaces/workspace.types.ts';
import { LanguageEnum, toViewerType, ViewerType } from './viewer.types.ts';

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { nullable: true, description: 'The caller; null without a session or an API key.' })
  viewer(@Ctx() { actor }: GraphqlContext): ViewerType | null {
    return toViewerType(actor);
  }

  @Mutation(() => ViewerType, {
    description: 'From now on the signed-in person is written to in this language. Errors: `insufficient_role`.',
  })
  async chooseLanguage(
    @Ctx() ctx: GraphqlContext,
    @Arg('language', () => LanguageEnum, { description: 'The language.' }) language: Language,
  ): Promise<ViewerType | null> {
    await mutate(ctx, (tx) => chooseLanguage(tx, language));
    return toViewerType(ctx.actor.kind === 'user' ? { ...ctx.actor, language } : ctx.actor);
  }

  @FieldResolver(() => [WorkspaceType], {
    description: "The workspaces of the person's accounts, or the one of the agent's grant; the oldest first.",
  })
  async workspaces(@Ctx() ctx: GraphqlContext): Promise<WorkspaceType[]> {
    return (await listOwnWorkspaces(ctx)).map(toWorkspaceType);
  }
}
