import type { Connection } from '../connections/connection.entity.ts';
import { platformOf } from '../connections/connection-queries.ts';
import type { Context } from '../context.ts';
import { type Part, readTogether } from '../db/read-together.ts';
import { idsOf } from '../db/reading/query.ts';
import { knownPlatforms } from '../drafts/check-draft-fields.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import type { Platform } from '../platforms/platform.ts';

export interface Target {
  /** With the limits of the connection's own server, if any. */
  platform: Platform;
  /** Null if the workspace has no account there; the gate `connection` then blocks. */
  connectionId: string | null;
}

/**
 * A draft's targets, in the order of its platforms and then of connection ids: on each platform the chosen
 * connections, whatever their health, or without a choice every healthy one of the workspace.
 */
export async function findTargets(ctx: Context, draft: Draft): Promise<Target[]> {
  const { connections } = await readTogether(ctx.em, { connections: connectionsPart(draft) });
  return knownPlatforms(ctx, draft.platforms).flatMap((platform): Target[] => {
    const own = connections.filter((connection) => connection.platform === platform.id);
    if (own.length === 0) return [{ platform, connectionId: null }];
    return own.map((connection) => ({ platform: platformOf(ctx.platforms, connection) ?? platform, connectionId: connection.id }));
  });
}

function connectionsPart({ workspaceId, platforms, connectionIds }: Draft): Part<Pick<Connection, 'id' | 'platform' | 'limits'>> {
  const choice = connectionIds ? 'id = any(?::text[])' : `health = 'healthy' and disconnected_at is null`;
  return {
    sql: `select id, platform, limits from connections where workspace_id = ? and platform = any(?::text[]) and ${choice} order by id`,
    parameters: [workspaceId, idsOf(platforms), ...(connectionIds ? [idsOf(connectionIds)] : [])],
  };
}
