import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { addComment } from '../../comments/add-comment.ts';
import { resolveThread } from '../../comments/comment-queries.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { AddCommentInput, CommentThreadType, toCommentThreadType } from './comment.types.ts';
import { DraftType, toDraftType } from './draft.types.ts';

@Resolver(() => DraftType)
export class CommentResolver {
  @FieldResolver(() => [CommentThreadType], {
    description:
      'The draft’s comment threads, oldest first: the latest 50, or fewer if many drafts are queried. An agent sees only shared ones.',
  })
  async comments(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id }: DraftType): Promise<CommentThreadType[]> {
    return (await loaders.comments.load(id)).threads.map((thread) => toCommentThreadType(thread, translate));
  }

  @FieldResolver(() => Boolean, { description: 'Whether there are older threads than those in `comments`.' })
  async hasEarlierComments(@Ctx() { loaders }: GraphqlContext, @Root() { id }: DraftType): Promise<boolean> {
    return (await loaders.comments.load(id)).hasEarlier;
  }

  @Authorized('write', 'drafts:write')
  @Mutation(() => DraftType, {
    description:
      'Adds a comment to a draft, or a reply to a thread. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `validation_failed`, `rate_limited`, `invalid_state`.',
  })
  async addComment(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddCommentInput, { description: 'The comment.' }) input: AddCommentInput,
  ): Promise<DraftType> {
    const { draftId } = await mutate(ctx, (tx) => addComment(tx, input));
    return toDraftType(await required(ctx.loaders.draft.load(draftId)));
  }

  @Authorized('write')
  @Mutation(() => DraftType, {
    description: 'Resolves or reopens a comment thread. People only. Errors: `not_found`, `insufficient_role`.',
  })
  async resolveThread(
    @Ctx() ctx: GraphqlContext,
    @Arg('threadId', () => ID, { description: 'The comment thread’s id, `cmt_…`.' }) threadId: string,
    @Arg('isResolved', () => Boolean, { description: 'True to resolve the thread, false to reopen it.' }) isResolved: boolean,
  ): Promise<DraftType> {
    const { draftId } = await mutate(ctx, (tx) => resolveThread(tx, { threadId, isResolved }));
    return toDraftType(await required(ctx.loaders.draft.load(draftId)));
  }
}
