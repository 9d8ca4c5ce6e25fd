import { requireWorkspace } from '../../access/authorise.ts';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { addMedia } from '../../media/add-media.ts';
import { loadMedia, type MediaWithRenditions } from '../../media/media-queries.ts';
import { prepareMedia } from '../../media/prepare-media.ts';
import { addOperation } from '../add-operation.ts';
import type { HttpServer } from '../http-server.ts';
import { defineOperation } from '../operation.ts';
import { IdempotencyHeaders } from './common.schemas.ts';
import { AddMediaQuery, MediaParams, MediaSchema } from './media.schemas.ts';

const tag = 'Media';
const { mostBytes } = FIELD_RULES.picture;
/** What the bytes are is read from them; the declared type only says that they are no JSON. */
const CONTENT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/octet-stream'];

const addMediaOperation = defineOperation({
  id: 'addMedia',
  scope: 'drafts:write',
  tag,
  summary: 'Hand in a picture',
  description:
    'The body is the file itself: JPEG, PNG, WebP or a GIF that stands still, at most 20 MiB. It is read by its content, turned upright and rid of its metadata, and smaller forms are made for platforms that need them. Then name it in `media_ids` of a draft.',
  headers: IdempotencyHeaders,
  query: AddMediaQuery,
  consumes: CONTENT_TYPES,
  bodyLimitBytes: mostBytes,
  success: [{ status: 201, description: 'The picture.', schema: MediaSchema }],
  async prepare(ctx, { query, request }) {
    const workspace = await requireWorkspace(ctx, query.workspace_id ?? ctx.actor.workspaceId, 'write');
    if (!request.rawBody?.length) throw new DomainError('media_unreadable', { message: 'The body is empty; send the file in it.' });
    return { workspaceId: workspace.id, images: await prepareMedia(ctx, workspace.accountId, request.rawBody) };
  },
  async run(ctx, { query }, prepared) {
    const added = await addMedia(ctx, { ...prepared, altText: query.alt_text ?? '' });
    return { status: 201, body: presentMedia(added) };
  },
});

const readMediaOperation = defineOperation({
  id: 'readMedia',
  scope: 'read',
  tag,
  summary: 'Read what is known of a picture',
  description: 'The forms of a picture and its text for people who cannot see it.',
  params: MediaParams,
  success: [{ status: 200, description: 'The picture.', schema: MediaSchema }],
  async run(ctx, { params }) {
    return { status: 200, body: presentMedia(await loadMedia(ctx, params.media_id)) };
  },
});

function presentMedia({ media, renditions }: MediaWithRenditions) {
  return {
    media_id: media.id,
    workspace_id: media.workspaceId,
    alt_text: media.altText,
    renditions: renditions.map(({ sha256, mimeType, byteSize, width, height }) => ({
      sha256,
      mime_type: mimeType,
      byte_size: byteSize,
      width,
      height,
    })),
    created_at: media.createdAt.toISOString(),
  };
}

/** In a context of its own: only here is a body anything but JSON. */
export async function addMediaRoutes(app: HttpServer, services: Services): Promise<void> {
  addOperation(app, services, 'GET', '/v1/media/:media_id', readMediaOperation);
  await app.register(async (plugin) => {
    plugin.addContentTypeParser(CONTENT_TYPES, { parseAs: 'buffer', bodyLimit: mostBytes }, (request, bytes, done) => {
      request.rawBody = bytes as Buffer;
      done(null, undefined);
    });
    addOperation(plugin as HttpServer, services, 'POST', '/v1/media', addMediaOperation);
  });
}
