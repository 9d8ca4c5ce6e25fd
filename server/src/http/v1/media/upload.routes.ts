import { requireScope, requireWorkspace } from '../../../access/authorise.ts';
import type { Context, Services } from '../../../context.ts';
import { forkFor } from '../../../db/row-security/tenant-session.ts';
import { DomainError } from '../../../errors.ts';
import { createUploads, requireRoom, type Uploads, workspaceOfUpload } from '../../../media/uploads/tus-uploads.ts';
import { authenticateRequest } from '../../auth/authenticate.ts';
import { personContext } from '../../auth/person-routes.ts';
import type { HttpServer } from '../../engine/http-server.ts';
import { AUTHENTICATES } from '../../limits/rate-limits.ts';

/** Parts of one upload count as reads: a gigabyte has more than a hundred. */
const COUNTED = { config: { ...AUTHENTICATES.config, countsAs: 'reads' }, schema: { hide: true } } as const;

/**
 * Resumable uploads by tus 1.0, for agents and people. Each is of a workspace, and only for those who may write in it;
 * the body is streamed to the disk.
 */
export async function addUploadRoutes(app: HttpServer, services: Services): Promise<void> {
  let created: Uploads | null = null;
  const uploads = (): Uploads => {
    created ??= createUploads(services.config);
    return created;
  };
  await app.register(async (plugin) => {
    plugin.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

    plugin.post('/v1/media/uploads', { ...AUTHENTICATES, schema: { hide: true } }, async (request, reply) => {
      const ctx = await contextOf(services, request);
      const { workspace_id: asked } = request.query as { workspace_id?: string };
      const workspaceId = await requireWritable(ctx, asked ?? (ctx.actor.kind === 'agent' ? ctx.actor.workspaceId : ''));
      await requireRoom(services.config, uploads(), workspaceId);
      reply.hijack();
      await uploads().begin(workspaceId, request.raw, reply.raw);
    });

    plugin.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: '/v1/media/uploads/:upload_id',
      ...COUNTED,
      async handler(request, reply) {
        const ctx = await contextOf(services, request);
        await requireWritable(ctx, workspaceOfUpload((request.params as { upload_id: string }).upload_id));
        reply.hijack();
        await uploads().handle(request.raw, reply.raw);
      },
    });
  });
}

async function contextOf(services: Services, request: Parameters<typeof authenticateRequest>[1]): Promise<Context> {
  const actor = await authenticateRequest(services, request);
  if (actor.kind !== 'agent' && actor.kind !== 'user') throw new DomainError('unauthenticated');
  return { ...personContext(services, request, actor), em: forkFor(services.orm, actor) };
}

async function requireWritable(ctx: Context, workspaceId: string): Promise<string> {
  requireScope(ctx, 'drafts:write');
  return (await requireWorkspace(ctx, workspaceId, 'write')).id;
}
