import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { describeMedia } from '../../media/describe-media.ts';
import { discardDraft } from '../../publishing/review/discard-draft.ts';
import { leaveOut } from '../../publishing/review/leave-out.ts';
import { captionDraftCommand, createDraftCommand, submitDraftCommand } from '../../publishing/review/prepared-commands.ts';
import { type GraphqlContext, mutate, mutatePrepared } from '../engine/graphql-context.ts';
import { toCaptionWish, WriteCaptionInput } from './caption.types.ts';
import { DraftType, toDraftType, toToldDraftType } from './draft.types.ts';
import { CreateDraftInput, LeaveOutInput, toCreateDraftInput } from './draft-inputs.types.ts';
import { toDescribedPictures } from './picture.types.ts';

@Resolver()
export class DraftMutationsResolver {
  @Mutation(() => DraftType, {
    description:
      'Creates a draft, and submits it depending on the publish mode. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `unknown_platform`, `validation_failed`.',
  })
  async createDraft(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => CreateDraftInput, { description: 'The new draft.' }) input: CreateDraftInput,
  ): Promise<DraftType> {
    const wanted = toCreateDraftInput(input);
    const pictures = toDescribedPictures(input.pictures);
    const made = await mutatePrepared(ctx, createDraftCommand, wanted, async (tx) => ({
      ...wanted,
      mediaIds: pictures && (await describeMedia(tx, wanted.workspaceId, pictures)),
    }));
    return toToldDraftType(made, ctx.translate);
  }

  @Mutation(() => DraftType, {
    description:
      'Submits a draft: writes missing captions, freezes the payloads, asks for approval and makes the publish job. Errors: `not_found`, `invalid_state`, `insufficient_role`, `insufficient_scope`.',
  })
  async submitDraft(
    @Ctx() ctx: GraphqlContext,
    @Arg('draftId', () => ID, { description: '`drf_…`.' }) draftId: string,
  ): Promise<DraftType> {
    return toToldDraftType(await mutatePrepared(ctx, submitDraftCommand, { draftId }, () => ({ draftId })), ctx.translate);
  }

  @Mutation(() => DraftType, {
    description:
      'Removes a target without a working account from a pending post. The caller approves the rest again where they may decide, no passkey is required and the rest is unchanged; otherwise approval is requested again. People only. Errors: `not_found`, `insufficient_role`, `content_changed`, `invalid_state`.',
  })
  async leaveOut(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => LeaveOutInput, { description: 'What is left out.' }) input: LeaveOutInput,
  ): Promise<DraftType> {
    return toDraftType(await mutate(ctx, (tx) => leaveOut(tx, input)));
  }

  @Mutation(() => DraftType, {
    description:
      'Puts an unpublished draft away and takes back what waits. Errors: `not_found`, `invalid_state`, `insufficient_role`, `insufficient_scope`.',
  })
  async archiveDraft(
    @Ctx() ctx: GraphqlContext,
    @Arg('draftId', () => ID, { description: '`drf_…`.' }) draftId: string,
  ): Promise<DraftType> {
    return toDraftType(await mutate(ctx, (tx) => discardDraft(tx, draftId)));
  }

  @Mutation(() => DraftType, {
    description:
      'Replaces the caption of one platform: a new revision; existing requests and approvals are superseded and requested again. Errors: `not_found`, `stale_revision`, `invalid_state`, `unknown_platform`, `insufficient_role`, `insufficient_scope`.',
  })
  async writeCaption(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => WriteCaptionInput, { description: 'The new words.' }) input: WriteCaptionInput,
  ): Promise<DraftType> {
    const wanted = toCaptionWish(input);
    const captioned = await mutatePrepared(ctx, captionDraftCommand, wanted, async (tx) => {
      const { workspaceId } = await loadDraft(tx, input.draftId, 'write');
      return { ...wanted, workspaceId };
    });
    return toToldDraftType(captioned, ctx.translate);
  }
}
