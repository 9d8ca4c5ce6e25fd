import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '../access/actor.ts';
import { requireWorkspace } from '../access/authorise.ts';
import type { Context, Services } from '../context.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { forkAsOwner, forkFor } from '../db/row-security/tenant-session.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { addMedia } from '../media/add-media.ts';
import { isImageAddress } from '../media/image-address.ts';
import { loadMedia, type MediaWithRenditions, reducedFrom } from '../media/media-queries.ts';
import { storedParts } from '../media/media-store.ts';
import { prepareFile, prepareMedia } from '../media/prepare-media.ts';
import { shrinkForScreen } from '../media/read-image.ts';
import { isLarge, Rendition } from '../media/rendition.entity.ts';
import { findUpload, removeUpload } from '../media/tus-uploads.ts';
import { authenticateRequest } from './auth/authenticate.ts';
import { personContext } from './auth/person-routes.ts';
import type { HttpServer } from './engine/http-server.ts';
import { holdFile } from './engine/json-body.ts';
import { AUTHENTICATES } from './limits/rate-limits.ts';
import { closedObject, oneOf, WorkspaceId } from './v1/common.schemas.ts';
import { MEDIA_CONTENT_TYPES } from './v1/media.routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a route of uploads by people authenticates the request. */
    person: Actor | null;
  }
}

const Params = closedObject(
  {
    file: Type.String({
      pattern: '^ren_[0-9a-f-]{36}\\.(jpg|png|gif|mp4|mov|webm|pdf|vtt|srt)$',
      description: 'SHA-256 of a rendition of a picture, video or document.',
    }),
  },
  'The picture.',
);
const Query = closedObject(
  {
    expires: Type.Integer({ minimum: 0, description: 'Expiry, in seconds since 1970.' }),
    signature: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Signature of the file and expiry.' }),
  },
  'The leave.',
);

/**
 * Serves one picture or video by its signed URL, to platforms that fetch what they publish. No authentication, no listing, and
 * every fault looks the same.
 */
export function addPublicPictureRoute(app: HttpServer, services: Services): void {
  app.get('/pictures/:file', { schema: { hide: true, params: Params, querystring: Query } }, async (request, reply) => {
    const id = request.params.file.slice(0, request.params.file.indexOf('.'));
    if (!isImageAddress(services, { id, ...request.query })) throw new DomainError('not_found');
    // As the owner role: the signature is the authorization.
    const rendition = await forkAsOwner(services.orm).findOne(Rendition, { id });
    if (!rendition) throw new DomainError('not_found');
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' };
    return sendStored(services, request, reply.headers(headers), rendition);
  });
}

const { mostBytes } = FIELD_RULES.picture;
/** The URL contains the hash of the bytes, so they never change. */
const FOR_EVER = 'private, max-age=31536000, immutable';

const MediaFileParams = closedObject(
  {
    media_id: Type.String({ description: 'The picture, `med_…`.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the rendition, in hex.' }),
  },
  'Which bytes.',
);

const SIDES = { '80': 80, '160': 160, '640': 640 } as const;

const MediaFileQuery = closedObject(
  {
    side: Type.Optional(
      oneOf(Object.keys(SIDES) as (keyof typeof SIDES)[], 'Return a small WebP whose shorter side has this many pixels.'),
    ),
  },
  'The display size.',
);

const PersonsMediaQuery = closedObject(
  {
    workspace_id: WorkspaceId,
    alt_text: Type.Optional(
      Type.String({
        maxLength: FIELD_RULES.picture.altText.maxLength,
        description: 'Alternative text of the picture.',
      }),
    ),
  },
  'The picture’s workspace and alternative text.',
);

const PersonsUploadBody = closedObject(
  {
    workspace_id: WorkspaceId,
    upload_id: Type.String({ maxLength: 100, description: 'The last path segment of the upload’s URL.' }),
    alt_text: Type.Optional(
      Type.String({ maxLength: FIELD_RULES.picture.altText.maxLength, description: 'Alternative text of the video.' }),
    ),
  },
  'The completed upload to add.',
);

/** A whole file in the body. */
const UPLOAD = { ...AUTHENTICATES, bodyLimit: mostBytes, schema: { hide: true, querystring: PersonsMediaQuery } };

/**
 * Serves a picture's bytes, for the console's previews and anyone who may read the workspace; and accepts uploads
 * from people.
 */
export async function addMediaFileRoutes(app: HttpServer, services: Services): Promise<void> {
  const shown = { ...AUTHENTICATES, schema: { hide: true, params: MediaFileParams, querystring: MediaFileQuery } };
  app.get('/media/:media_id/:sha256', shown, async (request, reply) => {
    const actor = await authenticateRequest(services, request);
    const ctx = { ...personContext(services, request, actor), em: forkFor(services.orm, actor) };
    const { media, renditions } = await loadMedia(ctx, request.params.media_id);
    const rendition = renditions.find(({ sha256 }) => sha256 === request.params.sha256);
    if (!rendition) throw new DomainError('not_found');
    const { side } = request.query;
    const headers = { 'cache-control': FOR_EVER, 'x-content-type-options': 'nosniff' };
    // Videos and documents have no small rendition.
    if (!side || isLarge(rendition.mimeType)) return sendStored(services, request, reply.headers(headers), rendition);
    const bytes = await services.media.read(media.accountId, rendition.sha256);
    if (!bytes) throw new DomainError('not_found');
    return reply
      .headers(headers)
      .type('image/webp')
      .send(await shrinkForScreen(bytes, SIDES[side]));
  });

  // Before the body is read.
  app.decorateRequest('person', null);
  const onRequest = async (request: FastifyRequest) => {
    request.person = await authenticateRequest(services, request);
    if (request.person.kind !== 'user') throw new DomainError('unauthenticated');
  };

  app.post(
    '/media/from-upload',
    { ...AUTHENTICATES, onRequest, schema: { hide: true, body: PersonsUploadBody } },
    async (request, reply) => {
      const ctx = personsContext(services, request);
      const { workspace_id: workspaceId, upload_id: uploadId, alt_text: altText = '' } = request.body;
      const workspace = await requireWorkspace(ctx, workspaceId, 'write');
      const path = await findUpload(services.config, workspace.id, uploadId);
      const images = await prepareFile(ctx, workspace.accountId, path);
      const added = await inTransaction(ctx, (tx) => addMedia(tx, { workspaceId, altText, images }));
      await removeUpload(services.config, uploadId);
      return sendAdded(reply, added);
    },
  );

  await app.register(async (plugin) => {
    plugin.addContentTypeParser(MEDIA_CONTENT_TYPES, { parseAs: 'buffer', bodyLimit: mostBytes }, (request, bytes, done) => {
      request.rawBody = bytes as Buffer;
      done(null, undefined);
    });
    (plugin as HttpServer).post(
      '/media',
      {
        ...UPLOAD,
        onRequest: async (request, reply) => {
          await onRequest(request);
          await holdFile(ownerOf(personsContext(services, request)), reply);
        },
      },
      async (request, reply) => {
        const ctx = personsContext(services, request);
        const { workspace_id: workspaceId, alt_text: altText = '' } = request.query;
        const workspace = await requireWorkspace(ctx, workspaceId, 'write');
        const images = await prepareMedia(ctx, workspace.accountId, request.rawBody ?? Buffer.alloc(0));
        return sendAdded(reply, await inTransaction(ctx, (tx) => addMedia(tx, { workspaceId, altText, images })));
      },
    );
  });
}

function personsContext(services: Services, request: FastifyRequest): Context {
  const actor = request.person;
  if (!actor) throw new Error('The route ran without authentication.');
  return { ...personContext(services, request, actor), em: forkFor(services.orm, actor) };
}

function sendAdded(reply: FastifyReply, { media, renditions: [whole] }: MediaWithRenditions): FastifyReply {
  return reply
    .code(201)
    .header('cache-control', 'no-store')
    .send({
      media_id: media.id,
      url: `/api/media/${media.id}/${whole?.sha256}`,
      mime_type: whole?.mimeType,
      width: whole?.width,
      height: whole?.height,
      reduced_from: reducedFrom(media),
      seconds: media.seconds ?? null,
    });
}

type Stored = Pick<Rendition, 'accountId' | 'sha256' | 'mimeType' | 'byteSize'>;

/** Sends the bytes of an image, or the requested range of a video (RFC 9110, section 14). Throws `not_found`. */
export async function sendStored(services: Services, request: FastifyRequest, reply: FastifyReply, stored: Stored): Promise<FastifyReply> {
  const { accountId, sha256, mimeType, byteSize } = stored;
  if (!isLarge(mimeType)) {
    const bytes = await services.media.read(accountId, sha256);
    if (!bytes) throw new DomainError('not_found');
    return reply.type(mimeType).send(bytes);
  }
  if (!(await services.media.readPart(accountId, sha256, 0, 1))) throw new DomainError('not_found');
  reply.type(mimeType).header('accept-ranges', 'bytes');
  const range = rangeOf(request.headers.range, byteSize);
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${byteSize}`).send();
  const { from, to } = range ?? { from: 0, to: byteSize };
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${byteSize}`);
  reply.header('content-length', String(to - from));
  return reply.send(Readable.from(storedParts(services.media, accountId, sha256, { from, to }), { objectMode: false }));
}

/** A single range; for several ranges or an unknown unit the whole file is sent. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : 'outside';
}
