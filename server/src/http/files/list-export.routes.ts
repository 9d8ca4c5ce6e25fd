import { Readable } from 'node:stream';
import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import type { Services } from '../../context.ts';
import { forksForReading } from '../../db/reading/standby.ts';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { authenticateRequest } from '../callers/authenticate.ts';
import { AUTHENTICATES } from '../callers/rate-limits.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { personContext } from '../people/person-routes.ts';
import { closedObject, id, oneOf } from '../v1/common.schemas.ts';
import { LISTS, listLines } from './list-lines.ts';

const Query = closedObject(
  { workspace_id: id('The workspace.'), list: oneOf(LISTS, 'Its drafts, or its publish jobs with every place that they go to.') },
  'Which list.',
);

/** Exports a workspace's list as a table, for its members signed in to the console. Streamed. */
export function addListExportRoute(app: HttpServer, services: Services): void {
  app.get('/export', { ...AUTHENTICATES, schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const ctx = personContext(services, request, await authenticateRequest(services, request));
    const { workspace_id: workspaceId, list } = request.query;
    await requireWorkspace({ ...ctx, em: forkFor(services.orm, ctx.actor) }, workspaceId, 'read');
    requirePerson(ctx);
    const fork = await forksForReading(services, ctx.actor);
    const own = () => ({ ...ctx, em: fork() });
    const name = `${list}-${services.clock.now().toISOString().slice(0, 10)}.csv`;
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(listLines(list, own, workspaceId)));
  });
}
