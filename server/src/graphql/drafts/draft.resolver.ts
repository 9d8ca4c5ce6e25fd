import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { allowedDraftActions } from '../../drafts/lock-draft.ts';
import { shownWords } from '../../publishing/review/edit-post.ts';
import { GrantType, toGrantType } from '../access/grant.types.ts';
import { ApprovalType, toApprovalType } from '../approvals/approval.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { readOrNull, required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { targetOf } from '../publishing/connection.resolver.ts';
import { ConnectionType } from '../publishing/connection.types.ts';
import { PublishJobType, toPublishJobType } from '../publishing/publish-job.types.ts';
import { AuthorType, CaptionType, toAuthorType, toCaptionType } from './caption.types.ts';
import { DraftType, DraftViewerCanType, toDraftType } from './draft.types.ts';
import { PayloadType, toPayloadType } from './payload.types.ts';
import { PictureType, toPictureType } from './picture.types.ts';
import { PlatformType, platformTypeOf } from './platform.types.ts';

const WAITING: readonly Draft['state'][] = ['in_review', 'approved', 'scheduled'];

@Resolver(() => DraftType)
export class DraftResolver {
  @Authorized('read')
  @Query(() => DraftType, { nullable: true, description: 'A draft by id; null if it does not exist or the caller may not read it.' })
  draft(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'The draft’s id, `drf_…`.' }) id: string,
  ): Promise<DraftType | null> {
    return readOrNull(ctx, () => loadDraft(ctx, id), toDraftType);
  }

  @FieldResolver(() => AuthorType, { description: 'Who created the draft.' })
  async author(@Ctx() { loaders, translate }: GraphqlContext, @Root() { row }: DraftType): Promise<AuthorType> {
    return toAuthorType(await required(loaders.author.load(row)), translate);
  }

  @FieldResolver(() => AuthorType, { nullable: true, description: 'The author of the note to the reviewer; null if there is no note.' })
  async noteBy(@Ctx() { loaders, translate }: GraphqlContext, @Root() { row }: DraftType): Promise<AuthorType | null> {
    const { id, noteToReviewer, noteGrantId, noteUserId } = row;
    if (!noteToReviewer) return null;
    const isNamed = noteGrantId ?? noteUserId;
    const noted = isNamed ? { id: `${id}/note`, grantId: noteGrantId, userId: noteUserId } : row;
    return toAuthorType(await required(loaders.author.load(noted)), translate);
  }

  @FieldResolver(() => GrantType, {
    nullable: true,
    description: 'The grant under which the agent created the draft; null if a person did. An agent sees only its own grant.',
  })
  async grant(@Ctx() { loaders }: GraphqlContext, @Root() { row }: DraftType): Promise<GrantType | null> {
    const grant = row.grantId ? await loaders.grant.load(row.grantId) : null;
    return grant && toGrantType(grant);
  }

  @FieldResolver(() => [CaptionType], { description: 'The current captions, one per platform; empty if there are none yet.' })
  async captions(@Ctx() { loaders }: GraphqlContext, @Root() draft: DraftType): Promise<CaptionType[]> {
    return (await loaders.captions.load(draft.id)).map(toCaptionType);
  }

  @FieldResolver(() => [PayloadType], {
    description: 'The exact content that would be published, in the order of the content hash; empty until it is prepared.',
  })
  async payloads(@Ctx() { loaders, translate }: GraphqlContext, @Root() { row }: DraftType): Promise<PayloadType[]> {
    return (await loaders.draftPayloads.load(row)).map((payload) => toPayloadType(payload, translate));
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The publish job of the published post that the draft edits, `job_…`; null unless the draft is an edit.',
  })
  async editedJobId(@Ctx() { loaders }: GraphqlContext, @Root() { row }: DraftType): Promise<string | null> {
    return row.editsPublicationId ? (await required(loaders.publication.load(row.editsPublicationId))).jobId : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Title, text and tags of the published post that the draft edits, separated by blank lines; null unless the draft is an edit.',
  })
  async editedWords(@Ctx() { loaders }: GraphqlContext, @Root() { row }: DraftType): Promise<string | null> {
    const payload = row.editsPublicationId ? await loaders.publishedPayload.load(row.editsPublicationId) : null;
    return payload && shownWords(payload);
  }

  @FieldResolver(() => [PictureType], { description: 'The draft’s pictures and videos, in order.' })
  async pictures(@Ctx() { loaders }: GraphqlContext, @Root() { row }: DraftType): Promise<PictureType[]> {
    return (await loaders.draftMedia.load(row)).flatMap(toPictureType);
  }

  @FieldResolver(() => ApprovalType, { nullable: true, description: 'The latest approval; null if approval was never requested.' })
  async approval(@Ctx() { loaders }: GraphqlContext, @Root() { row }: DraftType): Promise<ApprovalType | null> {
    // The approval's own fields will need the draft.
    loaders.draft.prime(row.id, row);
    const approval = await loaders.latestApproval.load(row.id);
    return approval && toApprovalType(approval);
  }

  @FieldResolver(() => PublishJobType, { nullable: true, description: 'The latest publish job; null if the draft was never submitted.' })
  async publishJob(@Ctx() { loaders }: GraphqlContext, @Root() draft: DraftType): Promise<PublishJobType | null> {
    const job = await loaders.latestJob.load(draft.id);
    return job && toPublishJobType(job);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether all published posts of the draft were removed from their networks, as signed by a person.',
  })
  async isRemoved(@Ctx() { loaders }: GraphqlContext, @Root() { id, state }: DraftType): Promise<boolean> {
    return (state === 'published' || state === 'partially_published') && (await loaders.isRemoved.load(id));
  }

  @FieldResolver(() => DraftViewerCanType, { description: 'What the caller may currently do with the draft.' })
  async viewerCan(@Ctx() ctx: GraphqlContext, @Root() { row }: DraftType): Promise<DraftViewerCanType> {
    const { actor, loaders } = ctx;
    const actions = allowedDraftActions(
      row,
      actor,
      await required(loaders.workspace.load(row.workspaceId)),
      await loaders.failures.load(row),
    );
    return {
      submit: actions.includes('submit') || (actions.includes('edit') && (await canTakeOver(ctx, row))),
      change: actions.includes('edit'),
      edit: actions.includes('caption'),
      archive: actions.includes('archive'),
    };
  }
}

/** Whether submitting the draft takes over a job whose submitter has lost their permission. */
async function canTakeOver({ actor, loaders }: GraphqlContext, { id, state }: Draft): Promise<boolean> {
  if (actor.kind !== 'user' || !WAITING.includes(state)) return false;
  const job = await loaders.latestJob.load(id);
  return job !== null && loaders.hasLostPermission.load(job);
}

@Resolver(() => PayloadType)
export class PayloadResolver {
  @FieldResolver(() => PlatformType, { description: 'The target platform.' })
  platform(@Ctx() ctx: GraphqlContext, @Root() { row }: PayloadType): PlatformType {
    return platformTypeOf(ctx, row.platform);
  }

  @FieldResolver(() => ConnectionType, {
    nullable: true,
    description:
      'The target connection; null if the workspace has none on the platform, or for a sandbox-only key if it is a live account.',
  })
  connection(@Ctx() ctx: GraphqlContext, @Root() { row }: PayloadType): Promise<ConnectionType | null> {
    return targetOf(ctx, row.connectionId);
  }
}
