import { requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { Connection } from './connection.entity.ts';

/** A connection without its credentials, which only the worker reads. */
export type ConnectionView = Omit<Connection, 'sealedCredentials'>;

/** The connections of a workspace that were not disconnected, oldest first. */
export async function listConnections(ctx: Context, workspaceId: string): Promise<ConnectionView[]> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return ctx.em.find(Connection, { workspaceId, disconnectedAt: null }, { orderBy: { id: 'asc' } });
}

/** Connections by id, including disconnected ones. One query; the caller has authorised it. */
export async function connectionsByIds(ctx: Context, ids: readonly string[]): Promise<Map<string, ConnectionView>> {
  if (ids.length === 0) return new Map();
  const connections = await ctx.em.find(Connection, { id: { $in: [...new Set(ids)] } }, { refresh: true });
  return new Map(connections.map((connection) => [connection.id, connection]));
}

/** A workspace's current and former connections on one platform, for publications through them. */
export async function listConnectionsEver(ctx: Context, workspaceId: string, platform: string): Promise<ConnectionView[]> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return ctx.em.find(Connection, { workspaceId, platform });
}

/** The oldest working account, by `workspace/platform`. One query; the caller has authorised it. */
export async function workingConnections(
  ctx: Context,
  places: readonly { workspaceId: string; platform: string }[],
): Promise<Map<string, ConnectionView>> {
  if (places.length === 0) return new Map();
  const where = {
    workspaceId: { $in: [...new Set(places.map(({ workspaceId }) => workspaceId))] },
    platform: { $in: [...new Set(places.map(({ platform }) => platform))] },
  };
  const working = await ctx.em.find(
    Connection,
    { ...where, health: 'healthy', disconnectedAt: null },
    { orderBy: { id: 'desc' }, refresh: true },
  );
  return new Map(working.map((connection) => [`${connection.workspaceId}/${connection.platform}`, connection]));
}
