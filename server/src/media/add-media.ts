import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { createMedia, type MediaExtras } from './create-media.ts';
import type { Media } from './media.entity.ts';
import type { Rendition, StoredMedia } from './rendition.entity.ts';

export interface AddMediaInput {
  workspaceId: string;
  altText: string;
  /** From prepareMedia(), prepareFile(), or another media item's; the first is the original upload. */
  images: readonly StoredMedia[];
  /** For a video: its cover and subtitles. */
  extras?: MediaExtras;
}

/** Creates the rows of an image or a video whose bytes are in the store. Needs a transaction and `drafts:write`. */
export async function addMedia(
  ctx: Context,
  { workspaceId, altText, images, extras = {} }: AddMediaInput,
): Promise<{ media: Media; renditions: Rendition[] }> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const { accountId } = workspace;
  const { media, renditions } = createMedia(ctx, { accountId, workspaceId, altText: altText.trim(), images, extras });
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'media.added', subjectId: media.id, details: { sha256: images[0]?.sha256 } });
  return { media, renditions };
}
