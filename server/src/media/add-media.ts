import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { Media } from './media.entity.ts';
import { Rendition, type StoredImage } from './rendition.entity.ts';

export interface AddMediaInput {
  workspaceId: string;
  altText: string;
  /** From prepareMedia(), or another picture's; the first is the picture as it was handed in. */
  images: readonly StoredImage[];
}

/** Writes down a picture whose bytes are in the store. Needs a transaction and `drafts:write`. */
export async function addMedia(
  ctx: Context,
  { workspaceId, altText, images }: AddMediaInput,
): Promise<{ media: Media; renditions: Rendition[] }> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const { accountId } = workspace;
  const media = ctx.em.create(Media, {
    id: newId('med'),
    accountId,
    workspaceId,
    grantId: ctx.actor.kind === 'agent' ? ctx.actor.grantId : null,
    userId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    altText: altText.trim(),
    createdAt: ctx.clock.now(),
  });
  const renditions = images.map(({ sha256, mimeType, byteSize, width, height }) =>
    ctx.em.create(Rendition, { id: newId('ren'), accountId, mediaId: media.id, sha256, mimeType, byteSize, width, height }),
  );
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'media.added', subjectId: media.id, details: { sha256: images[0]?.sha256 } });
  return { media, renditions };
}
