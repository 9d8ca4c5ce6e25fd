import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import { addMedia } from '../../media/add-media.ts';
import { fetchMedia } from '../../media/fetch-media.ts';
import { loadMedia } from '../../media/media-queries.ts';
import { removeMedia } from '../../media/remove-media.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { PictureType, toPictureType } from './picture.types.ts';

@InputType({ description: 'A picture, video or document to fetch from a URL.' })
class AddMediaInput {
  @Field(() => ID, { description: 'The workspace, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The URL of the file, on the public internet.' })
  url!: string;
}

/** Media of a workspace, for the pictures of its drafts. */
@Resolver()
export class MediaResolver {
  @Authorized('write', 'drafts:write')
  @Mutation(() => PictureType, {
    description:
      'Fetches a picture (JPEG, PNG, WebP, GIF; at most 20 MiB), a video (MP4, MOV, WebM) or a PDF, and stores it like an upload. Use its id in `pictures` of a draft, which also describes it. Files themselves are uploaded over the REST API. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `address_refused`, `media_not_fetched`, `media_unreadable`, `invalid_state`.',
  })
  async addMedia(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddMediaInput, { description: 'The file.' }) { workspaceId, url }: AddMediaInput,
  ): Promise<PictureType> {
    const { accountId } = await requireWorkspace(ctx, workspaceId, 'write');
    requireScope(ctx, 'drafts:write');
    // Outside the transaction: it calls the address.
    const images = await fetchMedia(ctx, accountId, url);
    return mutate(ctx, async (tx) => {
      const { media } = await addMedia(tx, { workspaceId, images, altText: '' });
      const [picture] = toPictureType(await loadMedia(tx, media.id));
      if (!picture) throw new Error(`${media.id} was stored without its file.`);
      return picture;
    });
  }

  @Authorized('write', 'drafts:write')
  @Mutation(() => ID, {
    description:
      'Removes a picture, video or document that no draft uses, and returns its id. Errors: `not_found`, `insufficient_role`, `insufficient_scope`, `media_in_use`.',
  })
  async removeMedia(
    @Ctx() ctx: GraphqlContext,
    @Arg('mediaId', () => ID, { description: 'The file, `med_…`.' }) mediaId: string,
  ): Promise<string> {
    await mutate(ctx, (tx) => removeMedia(tx, mediaId));
    return mediaId;
  }
}
