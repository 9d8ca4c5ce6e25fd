import type { FastifyReply } from 'fastify';
import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Context, Services } from '../../context.ts';
import { forkFor } from '../../db/row-security/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import { requireStorage } from '../../media/account-storage.ts';
import { createUploads, requireUploadOf, requireUploadQuota, TUS_VERSION, workspaceOfUpload } from '../../media/tus-uploads.ts';
import { authenticateRequest } from '../auth/authenticate.ts';
import { ANSWER_HEADERS } from '../auth/cors.ts';
import { personContext } from '../auth/person-routes.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';

/** The protocol's headers that a page of another origin may read, too. */
const TUS_HEADERS = ['tus-resumable', 'tus-version', 'upload-offset', 'upload-length', 'upload-expires', 'upload-metadata'];

/** Parts of one upload count as reads: a gigabyte has more than a hundred. */
const COUNTED = { config: { ...AUTHENTICATES.config, countsAs: 'reads' }, schema: { hide: true } } as const;

/**
 * Resumable uploads by tus 1.0, for agents and people. Each is of a workspace, and only for those who may write in it;
 * the body is streamed to the disk.
 */
export async function addUploadRoutes(app: HttpServer, services: Services): Promise<void> {
  let created: ReturnType<typeof createUploads> | null = null;
  const uploads = () => {
    created ??= createUploads(services.config);
    return created;
  };
  await app.register(async (plugin) => {
    plugin.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    // On refusals too, also those before the library has the request.
    plugin.addHook('onSend', async (_request, reply) => {
      reply.header('tus-resumable', TUS_VERSION).header('tus-version', TUS_VERSION);
      if (reply.hasHeader('access-control-expose-headers'))
        reply.header('access-control-expose-headers', [...ANSWER_HEADERS, ...TUS_HEADERS].join(', '));
    });

    plugin.post('/v1/media/uploads', { ...AUTHENTICATES, schema: { hide: true } }, async (request, reply) => {
      const ctx = await contextOf(services, request);
      const { workspace_id: asked } = request.query as { workspace_id?: string };
      const { id: workspaceId, accountId } = await requireWritable(ctx, asked ?? (ctx.actor.kind === 'agent' ? ctx.actor.workspaceId : ''));
      await requireUploadQuota(services.config, workspaceId);
      await requireStorage(ctx, accountId, Number(request.headers['upload-length'] ?? 0) || 0);
      return sendUploaded(reply, await uploads().begin(workspaceId, request.raw));
    });

    plugin.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: '/v1/media/uploads/:upload_id',
      ...COUNTED,
      async handler(request, reply) {
        const { upload_id: uploadId } = request.params as { upload_id: string };
        requireUploadOf((await requireWritable(await contextOf(services, request), workspaceOfUpload(uploadId))).id, uploadId);
        return sendUploaded(reply, await uploads().handle(uploadId, request.raw));
      },
    });
  });
}

/** The library's permissions for pages of other origins are not ours. */
function sendUploaded(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  const own = [...headers].filter(([name]) => !name.startsWith('access-control-'));
  return reply.code(status).headers(Object.fromEntries(own)).send();
}

async function contextOf(services: Services, request: Parameters<typeof authenticateRequest>[1]): Promise<Context> {
  const actor = await authenticateRequest(services, request);
  if (actor.kind !== 'agent' && actor.kind !== 'user') throw new DomainError('unauthenticated');
  return { ...personContext(services, request, actor), em: forkFor(services.orm, actor) };
}

async function requireWritable(ctx: Context, workspaceId: string): Promise<Workspace> {
  requireScope(ctx, 'drafts:write');
  return requireWorkspace(ctx, workspaceId, 'write');
}
