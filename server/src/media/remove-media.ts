import { requireScope, requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { Media } from './media.entity.ts';

/**
 * Deletes an image that no draft uses and no approval request included. An agent deletes only its own. The bytes
 * stay: another image, or signed content, may share them. Throws `not_found`, `media_in_use`. Needs a transaction and
 * `drafts:write`.
 */
export async function removeMedia(ctx: Context, mediaId: string): Promise<void> {
  assertTransaction(ctx);
  requireScope(ctx, 'drafts:write');
  const media = await findOwn(ctx, mediaId);
  await requireWorkspace(ctx, media.workspaceId, 'write');
  // Writing it into a draft takes the same lock (drafts/check-draft-fields.ts). Taken only by permitted callers, so
  // strangers cannot delay it.
  await lockUntilCommit(ctx.em, `media/${media.id}`);
  await refuseUsed(ctx, await findOwn(ctx, mediaId));
  await query(ctx.em, tables.deleteFrom('renditions').where('media_id', '=', mediaId));
  await query(ctx.em, tables.deleteFrom('media').where('id', '=', mediaId));
  await recordAudit(ctx, { accountId: media.accountId, action: 'media.removed', subjectId: mediaId });
}

async function findOwn({ em, actor }: Context, id: string): Promise<Media> {
  const media = await em.findOne(Media, { id }, { refresh: true });
  if (!media || (actor.kind === 'agent' && media.grantId !== actor.grantId)) throw new DomainError('not_found');
  return media;
}

async function refuseUsed(ctx: Context, { id, workspaceId, createdAt }: Media): Promise<void> {
  // Approval requests refer to it too, whatever happened to the draft; only drafts since its upload can.
  const [used] = await ctx.em.execute<{ draft: string | null }[]>(
    `select coalesce(
              (select id from drafts where workspace_id = ? and ? = any (media_ids) limit 1),
              (select d.id from drafts d join payloads p on p.draft_id = d.id
                where d.workspace_id = ? and d.updated_at >= ? and strpos(p.preview::text, ?) > 0 limit 1)) as draft,
            (select id from link_cards where media_id = ? limit 1) as card,
            (select id from media where cover_media_id = ? or subtitles_media_id = ? limit 1) as video`,
    [workspaceId, id, workspaceId, createdAt, `/api/media/${id}/`, id, id, id],
  );
  if (used && Object.values(used).some(Boolean)) {
    throw new DomainError('media_in_use', used.draft ? { details: { draft_id: used.draft } } : {});
  }
}
