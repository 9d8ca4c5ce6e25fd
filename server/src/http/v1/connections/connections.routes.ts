import { listConnections } from '../../../connections/connection-queries.ts';
import type { Context, Services } from '../../../context.ts';
import { addOperation } from '../../engine/add-operation.ts';
import type { HttpServer } from '../../engine/http-server.ts';
import { defineOperation } from '../../engine/operation.ts';
import * as fixture from '../examples/fixture.ts';
import * as examples from '../examples/workspace.ts';
import { timeOrNull } from '../view-parts.ts';
import { ConnectionList, ListConnectionsQuery } from './connections.schemas.ts';

type Listed = Awaited<ReturnType<typeof listConnections>>[number];

const listConnectionsOperation = defineOperation({
  id: 'listConnections',
  scope: 'read',
  tag: 'Platforms',
  summary: 'List the connected accounts',
  description: 'The accounts that posts of the workspace can go to, with their health and what they take. Connecting one is a person’s.',
  query: ListConnectionsQuery,
  success: [{ status: 200, description: 'The accounts.', schema: ConnectionList, example: { connections: [examples.CONNECTION] } }],
  example: { query: { workspace_id: fixture.WORKSPACE } },
  async run(ctx, { query }) {
    const connections = await listConnections(ctx, query.workspace_id ?? ctx.actor.workspaceId);
    // A sandbox key can use nothing else.
    const usable = connections.filter(({ platform }) => !ctx.actor.isSandboxOnly || platform === 'sandbox');
    return { status: 200, body: { connections: usable.map((connection) => connectionView(ctx, connection)) } };
  },
});

function connectionView({ platforms, clock }: Context, connection: Listed) {
  const platform = platforms.get(connection.platform);
  const isResting = connection.restsUntil != null && connection.restsUntil > clock.now();
  return {
    connection_id: connection.id,
    platform: connection.platform,
    handle: connection.handle,
    health: connection.health,
    message: connection.healthMessage ?? null,
    rests_until: isResting ? timeOrNull(connection.restsUntil) : null,
    rest_reason: isResting ? (connection.restReason ?? null) : null,
    pictures: platform?.imageObstacle ? 'not reachable' : (platform?.takesImages ?? 'none'),
    own_limits: (connection.limits ?? []).map(({ field, max, unit, urlWeight }) => ({
      field,
      max,
      unit,
      ...(urlWeight !== undefined && { url_weight: urlWeight }),
    })),
    connected_at: connection.createdAt.toISOString(),
  };
}

export function addConnectionRoutes(app: HttpServer, services: Services): void {
  addOperation(app, services, 'GET', '/v1/connections', listConnectionsOperation);
}
