import { Connection } from '../connections/connection.entity.ts';
import type { Context } from '../context.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { knownPlatforms } from '../drafts/known-platforms.ts';
import type { Platform } from '../platforms/platform.ts';

export interface Target {
  platform: Platform;
  /** Null where the workspace has nothing to publish through; the gate `connection` then blocks. */
  connectionId: string | null;
}

/**
 * Where a draft goes, in the order of its platforms and then of connection ids: on each platform the
 * chosen connections, whatever their health, or, where none were chosen for the draft, every healthy
 * one of the workspace.
 */
export async function findTargets(ctx: Context, draft: Draft): Promise<Target[]> {
  const choice = draft.connectionIds ? { id: { $in: draft.connectionIds } } : { health: 'healthy' as const, disconnectedAt: null };
  const connections = await ctx.em.find(
    Connection,
    { workspaceId: draft.workspaceId, platform: { $in: draft.platforms }, ...choice },
    { orderBy: { id: 'asc' } },
  );
  return knownPlatforms(ctx, draft.platforms).flatMap((platform): Target[] => {
    const ids = connections.filter((connection) => connection.platform === platform.id).map(({ id }) => id);
    return ids.length > 0 ? ids.map((connectionId) => ({ platform, connectionId })) : [{ platform, connectionId: null }];
  });
}
