import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { listRevisions } from '../../captions/caption-queries.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { describeMedia } from '../../media/describe-media.ts';
import { changeDraftCommand } from '../../publishing/review/prepared-commands.ts';
import { type GraphqlContext, mutatePrepared } from '../engine/graphql-context.ts';
import { required } from '../engine/node.resolver.ts';
import { type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { AuthorType, CaptionType, toAuthorType, toCaptionType } from './caption.types.ts';
import { DraftType, toDraftResultType } from './draft.types.ts';
import {
  ChangeDraftInput,
  DraftRevisionPageType,
  DraftRevisionType,
  RescheduleDraftInput,
  toDraftChange,
  toDraftRevisionType,
} from './draft-changes.types.ts';
import { PictureType, toDescribedPictures, toPictureType } from './picture.types.ts';

const REFUSALS =
  '`not_found`, `stale_revision`, `invalid_state`, `validation_failed`, `unknown_platform`, `insufficient_role`, `insufficient_scope`';

@Resolver(() => DraftType)
export class DraftChangesResolver {
  @Authorized('write', 'drafts:write')
  @Mutation(() => DraftType, {
    description: `Changes a draft’s source text, targets, time or captions in one step. Its pending or granted approval is superseded, and approval is requested again. Errors: ${REFUSALS}.`,
  })
  async changeDraft(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeDraftInput, { description: 'The changes.' }) input: ChangeDraftInput,
  ): Promise<DraftType> {
    const change = toDraftChange(input);
    const pictures = toDescribedPictures(input.pictures);
    const changed = await mutatePrepared(ctx, changeDraftCommand, change, async (tx) => {
      const mediaIds = pictures && (await describeMedia(tx, (await loadDraft(tx, input.draftId, 'write')).workspaceId, pictures));
      return { ...change, changes: { ...change.changes, mediaIds } };
    });
    return toDraftResultType(changed, ctx.translate);
  }

  @Authorized('write', 'drafts:write')
  @Mutation(() => DraftType, {
    description: `Reschedules a draft. Approval is requested again, unless the workspace’s policy keeps the approval when a person reschedules (see \`Draft.move\`). Errors: ${REFUSALS}.`,
  })
  async rescheduleDraft(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => RescheduleDraftInput, { description: 'The draft and its new time.' }) {
      draftId,
      revision,
      scheduledAt,
    }: RescheduleDraftInput,
  ): Promise<DraftType> {
    const change = { draftId, revision, changes: { scheduledAt: scheduledAt ?? null } };
    return toDraftResultType(await mutatePrepared(ctx, changeDraftCommand, change, () => change), ctx.translate);
  }

  @FieldResolver(() => DraftRevisionPageType, { description: 'All revisions of the draft’s content, newest first.' })
  async revisions(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: DraftType,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<DraftRevisionType>> {
    const request = pageRequest(page);
    const { limit, cursor } = request;
    const found = cursor ? await listRevisions(ctx, id, request) : await ctx.loaders.firstRevisions.load({ draftId: id, limit });
    return toPage(found, toDraftRevisionType);
  }
}

@Resolver(() => DraftRevisionType)
export class DraftRevisionResolver {
  @FieldResolver(() => AuthorType, { description: 'Who wrote or requested the captions.' })
  async author(@Ctx() { loaders, translate }: GraphqlContext, @Root() { row }: DraftRevisionType): Promise<AuthorType> {
    return toAuthorType(await required(loaders.author.load(row)), translate);
  }

  @FieldResolver(() => [CaptionType], { description: 'The captions, one per platform.' })
  async captions(@Ctx() { loaders }: GraphqlContext, @Root() { id }: DraftRevisionType): Promise<CaptionType[]> {
    return (await loaders.captionsOfSet.load(id)).map(toCaptionType);
  }

  @FieldResolver(() => [PictureType], { description: 'Its pictures and videos, in order, without those that were deleted since.' })
  async pictures(@Ctx() { loaders }: GraphqlContext, @Root() { row }: DraftRevisionType): Promise<PictureType[]> {
    return (await loaders.draftMedia.load(row)).flatMap(toPictureType);
  }
}
