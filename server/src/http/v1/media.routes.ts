import { requireWorkspace } from '../../access/authorise.ts';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { addMedia } from '../../media/add-media.ts';
import { describeMedia } from '../../media/describe-media.ts';
import { fetchMedia } from '../../media/fetch-media.ts';
import { listMedia, loadMedia, type MediaWithRenditions, reducedFrom } from '../../media/media-queries.ts';
import { prepareFile, prepareMedia } from '../../media/prepare-media.ts';
import { removeMedia } from '../../media/remove-media.ts';
import { findUpload, removeUpload } from '../../media/tus-uploads.ts';
import { addOperation } from '../engine/add-operation.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { type AgentContext, defineOperation } from '../engine/operation.ts';
import { IdempotencyHeaders } from './common.schemas.ts';
import * as fixture from './examples/fixture.ts';
import { MEDIA, VIDEO } from './examples/workspace.ts';
import {
  AddMediaFromUploadBody,
  AddMediaFromUrlBody,
  AddMediaQuery,
  DescribeMediaBody,
  ListMediaQuery,
  MediaPage,
  MediaParams,
  MediaSchema,
  RemovedMedia,
} from './media.schemas.ts';
import { addUploadRoutes } from './uploads.routes.ts';
import { linkTo, nextPageHeader } from './view-parts.ts';

const tag = 'Media';
const { mostBytes } = FIELD_RULES.picture;
/** The real type is detected from the bytes; the declared one only says that they are neither a form nor JSON. */
export const MEDIA_CONTENT_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'text/vtt',
  'application/x-subrip',
  'application/octet-stream',
];

const locationOf = (ctx: AgentContext, made: { media_id: string }): string => linkTo(ctx, `/media/${made.media_id}`).href;

const addMediaOperation = defineOperation({
  id: 'addMedia',
  scope: 'drafts:write',
  tag,
  summary: 'Upload a picture or subtitles',
  description:
    'The body is the file itself: JPEG, PNG, WebP or GIF, at most 20 MiB. The type is detected from the content, the picture is rotated upright, its metadata is removed, and smaller renditions are created for platforms that need them. An animated GIF keeps its bytes and is valid only on platforms that support animations. Use the returned id in `media_ids` of a draft. Subtitles (SRT or WebVTT, at most 1 MB) are uploaded the same way and attached to a video with `subtitles` of `POST /v1/media/{media_id}/describe`.',
  headers: IdempotencyHeaders,
  query: AddMediaQuery,
  consumes: MEDIA_CONTENT_TYPES,
  bodyLimitBytes: mostBytes,
  success: [{ status: 201, description: 'The picture.', schema: MediaSchema, example: MEDIA }],
  location: locationOf,
  example: { query: { workspace_id: fixture.WORKSPACE, alt_text: MEDIA.alt_text } },
  refuses: ['media_unreadable', 'invalid_state'],
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
  summary: 'Read a picture',
  description: 'Returns a picture’s or video’s renditions, alternative text, cover and subtitles.',
  params: MediaParams,
  success: [{ status: 200, description: 'The picture.', schema: MediaSchema, example: MEDIA }],
  example: { params: { media_id: fixture.MEDIA_ID } },
  async run(ctx, { params }) {
    return { status: 200, body: presentMedia(await loadMedia(ctx, params.media_id)) };
  },
});

const addMediaFromUrlOperation = defineOperation({
  id: 'addMediaFromUrl',
  scope: 'drafts:write',
  tag,
  summary: 'Add a picture, video or document from a URL',
  description:
    'Fetches the file once and stores it like an upload: a picture of up to 20 MiB, or a video (MP4, MOV, WebM) or PDF up to the size limit of uploads. Only public internet addresses are fetched and every redirect is checked. A download goes on as long as at least 64 KiB arrive each minute, for at most 6 hours. A client that gives up earlier repeats the request with the same `Idempotency-Key`: it waits for the same download.',
  headers: IdempotencyHeaders,
  body: AddMediaFromUrlBody,
  success: [{ status: 201, description: 'The picture.', schema: MediaSchema, example: MEDIA }],
  location: locationOf,
  example: { body: { url: 'https://www.example.org/pier.jpg', alt_text: MEDIA.alt_text } },
  refuses: ['media_unreadable', 'media_not_fetched', 'address_refused', 'invalid_state'],
  async prepare(ctx, { body }) {
    const workspace = await requireWorkspace(ctx, body.workspace_id ?? ctx.actor.workspaceId, 'write');
    return { workspaceId: workspace.id, images: await fetchMedia(ctx, workspace.accountId, body.url) };
  },
  async run(ctx, { body }, prepared) {
    const added = await addMedia(ctx, { ...prepared, altText: body.alt_text ?? '' });
    return { status: 201, body: presentMedia(added) };
  },
});

const addMediaFromUploadOperation = defineOperation({
  id: 'addMediaFromUpload',
  scope: 'drafts:write',
  tag,
  summary: 'Add an uploaded video, document or picture',
  description:
    'Adds a completed upload: a video (MP4, MOV or WebM), a PDF, or a picture of up to 20 MiB. Upload the file first with tus 1.0 (https://tus.io), for example with `tus-js-client`, at `/v1/media/uploads`: `POST` with `Upload-Length` starts it, `PATCH` sends parts of up to 8 MiB, and `HEAD` returns the offset to resume from after a lost connection. Uploads are kept for 24 hours. Type, dimensions and duration are read from the content. The bytes of videos and PDFs are unchanged; their SHA-256 is signed.',
  headers: IdempotencyHeaders,
  body: AddMediaFromUploadBody,
  success: [{ status: 201, description: 'The added file.', schema: MediaSchema, example: VIDEO }],
  location: locationOf,
  example: { body: { upload_id: `${fixture.WORKSPACE}.7d3c1d1e-6a53-4a07-9f3c-2f8a4bb0a1d5`, alt_text: VIDEO.alt_text } },
  refuses: ['media_unreadable', 'not_found', 'invalid_state'],
  async prepare(ctx, { body }) {
    const workspace = await requireWorkspace(ctx, body.workspace_id ?? ctx.actor.workspaceId, 'write');
    const path = await findUpload(ctx.config, workspace.id, body.upload_id);
    return { workspaceId: workspace.id, images: await prepareFile(ctx, workspace.accountId, path) };
  },
  async run(ctx, { body }, prepared) {
    const added = await addMedia(ctx, { ...prepared, altText: body.alt_text ?? '' });
    return { status: 201, body: presentMedia(added) };
  },
  after: (ctx, { body }) => removeUpload(ctx.config, body.upload_id),
});

const listMediaOperation = defineOperation({
  id: 'listMedia',
  scope: 'read',
  tag,
  summary: 'List media',
  description: 'Lists the workspace’s pictures and videos, newest first.',
  query: ListMediaQuery,
  success: [{ status: 200, description: 'A page of media.', schema: MediaPage, example: { media: [MEDIA], next_cursor: null } }],
  example: { query: { limit: 25 } },
  async run(ctx, { query, request }) {
    const { items, nextCursor } = await listMedia(ctx, query.workspace_id ?? ctx.actor.workspaceId, {
      limit: query.limit ?? 25,
      cursor: query.cursor ?? null,
    });
    return {
      status: 200,
      body: { media: items.map(presentMedia), next_cursor: nextCursor },
      headers: nextPageHeader(ctx, request, nextCursor),
    };
  },
});

const describeMediaOperation = defineOperation({
  id: 'describeMedia',
  scope: 'drafts:write',
  tag,
  summary: 'Set a picture’s alternative text, or a video’s cover and subtitles',
  description:
    'Sets the alternative text and, for a video, the cover and subtitles; omitted fields are unchanged. Pictures are immutable because signed content references them: a different description creates and returns a new picture with the same bytes, the same description returns the same picture.',
  headers: IdempotencyHeaders,
  params: MediaParams,
  body: DescribeMediaBody,
  success: [{ status: 200, description: 'The picture with this description.', schema: MediaSchema, example: MEDIA }],
  example: { params: { media_id: fixture.MEDIA_ID }, body: { alt_text: MEDIA.alt_text } },
  refuses: ['invalid_state'],
  async run(ctx, { params, body: { alt_text: altText, cover, subtitles } }) {
    const { media } = await loadMedia(ctx, params.media_id);
    const wanted = {
      ...(altText !== undefined && { altText }),
      ...(cover !== undefined && { cover: cover && { mediaId: cover.media_id ?? null, atMs: cover.at_ms ?? null } }),
      ...(subtitles !== undefined && { subtitles: subtitles && { mediaId: subtitles.media_id, language: subtitles.language } }),
    };
    const [id = media.id] = await describeMedia(ctx, media.workspaceId, [{ mediaId: media.id, ...wanted }], (_, name) => `/${name}`);
    return { status: 200, body: presentMedia(await loadMedia(ctx, id)) };
  },
});

const removeMediaOperation = defineOperation({
  id: 'removeMedia',
  scope: 'drafts:write',
  tag,
  summary: 'Remove a picture',
  description: 'Deletes a picture that you added and that no draft uses.',
  params: MediaParams,
  success: [
    { status: 200, description: 'The picture was removed.', schema: RemovedMedia, example: { media_id: fixture.MEDIA_ID, removed: true } },
  ],
  example: { params: { media_id: fixture.MEDIA_ID } },
  refuses: ['media_in_use', 'invalid_state'],
  async run(ctx, { params }) {
    await removeMedia(ctx, params.media_id);
    return { status: 200, body: { media_id: params.media_id, removed: true } };
  },
});

function presentMedia({ media, renditions, cover, subtitles }: MediaWithRenditions) {
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
    reduced_from: reducedFrom(media),
    seconds: media.seconds ?? null,
    cover: cover ? { media_id: cover.picture?.media.id ?? null, at_ms: cover.atMs } : null,
    subtitles: subtitles ? { media_id: subtitles.file.media.id, language: subtitles.language } : null,
    created_at: media.createdAt.toISOString(),
  };
}

/** In a separate scope: only here may a body be anything but JSON. */
export async function addMediaRoutes(app: HttpServer, services: Services): Promise<void> {
  addOperation(app, services, 'GET', '/v1/media', listMediaOperation);
  addOperation(app, services, 'POST', '/v1/media/from-url', addMediaFromUrlOperation);
  addOperation(app, services, 'POST', '/v1/media/from-upload', addMediaFromUploadOperation);
  await addUploadRoutes(app, services);
  addOperation(app, services, 'GET', '/v1/media/:media_id', readMediaOperation);
  addOperation(app, services, 'POST', '/v1/media/:media_id/describe', describeMediaOperation);
  addOperation(app, services, 'DELETE', '/v1/media/:media_id', removeMediaOperation);
  await app.register(async (plugin) => {
    plugin.addContentTypeParser(MEDIA_CONTENT_TYPES, { parseAs: 'buffer', bodyLimit: mostBytes }, (request, bytes, done) => {
      request.rawBody = bytes as Buffer;
      done(null, undefined);
    });
    addOperation(plugin as HttpServer, services, 'POST', '/v1/media', addMediaOperation);
  });
}
