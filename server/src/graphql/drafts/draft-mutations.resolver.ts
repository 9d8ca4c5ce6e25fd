import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Wording } from '../../access/workspace-policies.ts';
import type { PublishMode } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { DomainError } from '../../errors.ts';
import { describeMedia } from '../../media/describe-media.ts';
import { discardDraft } from '../../publishing/review/discard-draft.ts';
import { leaveOutTarget } from '../../publishing/review/leave-out-target.ts';
import { captionDraftCommand, createDraftCommand, submitDraftCommand } from '../../publishing/review/prepared-commands.ts';
import type { CreateAndSubmitInput as DraftInput } from '../../publishing/review/submit-draft.ts';
import { type GraphqlContext, mutate, mutatePrepared } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { WordingEnum } from '../workspaces/workspace-settings.types.ts';
import { GenerateCaptionsInput, toCaptionWish, WriteCaptionInput } from './caption.types.ts';
import { DraftType, PublishModeEnum, toDraftResultType, toDraftType } from './draft.types.ts';
import { WordsInput } from './draft-changes.types.ts';
import { PictureInput, toDescribedPictures } from './picture.types.ts';
import { toWords } from './setting.types.ts';

@InputType('CreateDraftInput', { description: 'A new draft.' })
export class CreateDraftInput {
  @Field(() => ID, { description: 'The workspace to create the draft in, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, {
    description:
      'The source text; not empty, and at most 100,000 UTF-16 code units (an emoji has two or more). The whole request may have at most 1 MiB. Treated as data, never as instructions.',
  })
  sourceText!: string;

  @Field(() => String, { nullable: true, description: 'An http or https URL for the post, at most 2,048 characters.' })
  link!: string | null;

  @Field(() => WordingEnum, {
    nullable: true,
    description: 'How closely generated captions follow the source text; the workspace’s default if omitted.',
  })
  wording?: Wording | null;

  @Field(() => [String], {
    description: 'The ids of the target platforms, at least one. An unknown platform is refused as `unknown_platform`.',
  })
  platforms!: string[];

  @Field(() => PublishModeEnum, {
    nullable: true,
    defaultValue: 'draft_only',
    description: 'What to do with the new draft; `APPROVAL_QUEUE` submits it at once.',
  })
  publishMode!: PublishMode | null;

  @Field(() => [PictureInput], { nullable: true, description: 'The pictures and videos, in order; at most 20.' })
  pictures?: PictureInput[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'The connections to publish to, `con_…`; every healthy connection of the platforms if omitted.',
  })
  connectionIds?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Your own id for the draft, at most 200 characters, unique in the workspace.' })
  externalId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether people must approve the post. `false` has an effect only if both the grant and the workspace’s policy permit publishing without approval.',
  })
  approvalRequired?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'A note to the reviewer, at most 2,000 characters; never published.',
  })
  noteToReviewer?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Labels for filtering lists: at most 20, of at most 50 characters each; never published.',
  })
  labels?: string[] | null;

  @Field(() => [WordsInput], { nullable: true, description: 'The caller’s own captions for some or all platforms, used unchanged.' })
  words?: WordsInput[] | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The earliest publishing time, at most a year ahead; if omitted, the post is published as soon as possible.',
  })
  scheduledAt!: Date | null;
}

/** GraphQL passes null for omitted fields. */
function toCreateDraftInput(given: CreateDraftInput): DraftInput {
  const { publishMode, link, scheduledAt, pictures: _, words, approvalRequired, ...input } = given;
  return {
    ...input,
    link: link ?? null,
    scheduledAt: scheduledAt ?? null,
    publishMode: publishMode ?? 'draft_only',
    ...(approvalRequired == null ? {} : { approvalRequired }),
    ...(words && words.length > 0 ? { captions: words.map(toWords) } : {}),
  };
}

@InputType('LeaveOutInput', { description: 'A target to remove from a post, so the other targets can be published.' })
export class LeaveOutInput {
  @Field(() => ID, { description: 'The draft, `drf_…`.' })
  draftId!: string;

  @Field(() => String, { description: 'The `target` that the gate `CONNECTION` reports: a platform or a connection.' })
  target!: string;

  @Field(() => String, {
    description: 'The content hash that the caller has seen; refused as `content_changed` if it is not that of the pending post.',
  })
  contentHash!: string;
}

@Resolver()
export class DraftMutationsResolver {
  @Authorized('write', 'drafts:write')
  @Mutation(() => DraftType, {
    description:
      'Creates a draft and, depending on the publish mode, submits it. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `unknown_platform`, `validation_failed`, `already_exists` (a draft with this `externalId`).',
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
    return toDraftResultType(made, ctx.translate);
  }

  @Authorized('write', 'jobs:write')
  @Mutation(() => DraftType, {
    description:
      'Submits a draft: generates missing captions, freezes the payloads, requests approval and creates the publish job. Errors: `not_found`, `invalid_state`, `insufficient_role`, `insufficient_scope`.',
  })
  async submitDraft(
    @Ctx() ctx: GraphqlContext,
    @Arg('draftId', () => ID, { description: 'The draft’s id, `drf_…`.' }) draftId: string,
    @Arg('publishMode', () => PublishModeEnum, {
      nullable: true,
      description: '`APPROVAL_QUEUE` or `AUTO`; the draft’s own mode if omitted.',
    })
    publishMode: PublishMode | null,
  ): Promise<DraftType> {
    if (publishMode === 'draft_only') throw new DomainError('bad_user_input', { message: 'Submit with APPROVAL_QUEUE or AUTO.' });
    const input = { draftId, mode: publishMode ?? undefined };
    return toDraftResultType(await mutatePrepared(ctx, submitDraftCommand, input, () => input), ctx.translate);
  }

  @Authorized('person', 'write')
  @Mutation(() => DraftType, {
    description:
      'Removes a target that has no working connection from a pending post. If the caller may decide, no passkey is required and the other targets are unchanged, this also renews the approval; otherwise approval is requested again. People only. Errors: `not_found`, `insufficient_role`, `content_changed`, `invalid_state`.',
  })
  async leaveOut(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => LeaveOutInput, { description: 'The target to remove.' }) input: LeaveOutInput,
  ): Promise<DraftType> {
    return toDraftType(await mutate(ctx, (tx) => leaveOutTarget(tx, input)));
  }

  @Authorized('write', 'drafts:write')
  @Mutation(() => DraftType, {
    description:
      'Archives an unpublished draft and cancels its pending approval and publish job. Errors: `not_found`, `invalid_state`, `insufficient_role`, `insufficient_scope`.',
  })
  async archiveDraft(
    @Ctx() ctx: GraphqlContext,
    @Arg('draftId', () => ID, { description: 'The draft’s id, `drf_…`.' }) draftId: string,
  ): Promise<DraftType> {
    return toDraftType(await mutate(ctx, (tx) => discardDraft(tx, draftId)));
  }

  @Authorized('write', 'captions:write')
  @Mutation(() => DraftType, {
    description:
      'Generates the captions of a draft, which creates a new revision; its `captions` are the result. A pending or granted approval is superseded, and approval is requested again. Errors: `not_found`, `invalid_state`, `validation_failed`, `text_too_complex`, `insufficient_role`, `insufficient_scope`.',
  })
  async generateCaptions(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => GenerateCaptionsInput, { description: 'The draft and its platforms.' }) input: GenerateCaptionsInput,
  ): Promise<DraftType> {
    const { draftId, platforms, wording, replace } = input;
    const { workspaceId } = await loadDraft(ctx, draftId, 'write');
    const wanted = { workspaceId, draftId, platforms: platforms ?? undefined, wording: wording ?? undefined, replace };
    return toDraftResultType(await mutatePrepared(ctx, captionDraftCommand, wanted, () => wanted), ctx.translate);
  }

  @Authorized('write', 'captions:write')
  @Mutation(() => DraftType, {
    description:
      'Replaces the caption of one platform, which creates a new revision. The draft’s pending or granted approval is superseded, and approval is requested again. Errors: `not_found`, `stale_revision`, `invalid_state`, `unknown_platform`, `insufficient_role`, `insufficient_scope`.',
  })
  async writeCaption(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => WriteCaptionInput, { description: 'The new caption.' }) input: WriteCaptionInput,
  ): Promise<DraftType> {
    const wanted = toCaptionWish(input);
    const captioned = await mutatePrepared(ctx, captionDraftCommand, wanted, async (tx) => {
      const { workspaceId } = await loadDraft(tx, input.draftId, 'write');
      return { ...wanted, workspaceId };
    });
    return toDraftResultType(captioned, ctx.translate);
  }
}
