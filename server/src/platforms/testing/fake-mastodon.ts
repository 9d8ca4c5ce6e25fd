import type { Json, JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

interface Status {
  id: string;
  text: string;
  key: string;
  createdAt: string;
  replyTo: string | null;
  pictures: SeenPicture[];
  isSensitive: boolean;
  warning: string;
  visibility: 'public' | 'private';
  /** Hundreds have replied. */
  isCrowded: boolean;
}

/** An attachment; the server processes it until it was queried twice. */
interface Attachment extends SeenPicture {
  id: string;
  looks: number;
}

/** A server's description of itself; null for one that is only similar to Mastodon. */
export interface Configuration extends JsonObject {
  statuses: JsonObject;
  media_attachments: JsonObject;
}

/** The server's state. */
interface Server {
  statuses: Status[];
  attachments: Attachment[];
  /** Of removed statuses. */
  keptFiles: SeenPicture[];
  /** Tokens that an app has revoked. */
  revoked: string[];
}

export const MASTODON_TOKEN = 'mastodon-token-4711-secret';
const ACCOUNT = { id: '109', username: 'harbour', acct: 'harbour' };

/**
 * A Mastodon server as docs.joinmastodon.org has it: methods/statuses (with keys that are remembered),
 * methods/media (v2, which works on a file for a while), methods/instance (v2), methods/accounts,
 * methods/apps and methods/oauth with PKCE.
 */
export function createFakeMastodon(): FakeServerSpec &
  Pick<Server, 'statuses' | 'keptFiles' | 'revoked'> & { configuration: Configuration | null } {
  const statuses: Status[] = [];
  const server: Server = { statuses, attachments: [], keptFiles: [], revoked: [] };
  const configuration: Configuration | null = {
    statuses: { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 },
    media_attachments: { image_size_limit: 16_777_216, description_limit: 1_500 },
  };
  return {
    statuses,
    keptFiles: server.keptFiles,
    revoked: server.revoked,
    configuration,
    isPublishing: ({ method, path }) => method === 'POST' && path === '/api/v1/statuses',
    handle(request) {
      if (request.path === '/api/v2/instance') return this.configuration ? ok({ configuration: this.configuration }) : undefined;
      if (request.path === '/api/v1/apps') return ok({ client_id: 'client-1', client_secret: 'client-secret-1' });
      if (request.path === '/oauth/token') return exchange(request);
      if (request.path === '/oauth/revoke') return revoke(server, request);
      const shown = showPublicly(statuses, request);
      if (shown) return shown;
      if (request.headers.authorization !== `Bearer ${MASTODON_TOKEN}`)
        return { status: 401, body: { error: 'The access token is invalid' } };
      return route(server, request);
    },
    refusals: {
      limited: () => ({ status: 429, body: { error: 'Too many requests' } }),
      revoked: (secret) => ({ status: 401, body: { error: `The access token ${secret} was revoked` } }),
      refused: (secret) => ({ status: 422, body: { error: `Validation failed: Text character limit exceeded (${secret})` } }),
      unknownCall: () => ({ status: 404, body: { error: 'Record not found' } }),
    },
  };
}

function route({ statuses, attachments, keptFiles }: Server, request: SeenRequest): Reply | undefined {
  const [, sourceOf] = /^\/api\/v1\/statuses\/(\w+)\/source$/.exec(request.path) ?? [];
  const source = statuses.find(({ id }) => id === sourceOf);
  if (source) return ok({ id: source.id, text: source.text, spoiler_text: '' });
  // Without `delete_media` its files are kept for a day, for a person who wants to write it again.
  const [, deleted] = (request.method === 'DELETE' && /^\/api\/v1\/statuses\/(\w+)$/.exec(request.path)) || [];
  if (deleted) return remove(statuses, deleted, request.query.get('delete_media') === 'true' ? [] : keptFiles);
  const [, edited] = (request.method === 'PUT' && /^\/api\/v1\/statuses\/(\w+)$/.exec(request.path)) || [];
  if (edited) return edit(statuses, edited, request);
  if (request.path === '/api/v1/accounts/verify_credentials') return ok(ACCOUNT);
  if (request.path === `/api/v1/accounts/${ACCOUNT.id}/statuses`) return ok(statuses.toReversed().slice(0, 40).map(present));
  if (request.path === '/api/v2/media') return upload(attachments, request);
  const attachment = attachments.find(({ id }) => request.path === `/api/v1/media/${id}`);
  if (attachment) return { status: isReady(attachment) ? 200 : 206, body: { id: attachment.id, type: 'image' } };
  if (request.path === '/api/v1/statuses' && request.method === 'POST') return post({ statuses, attachments }, request);
  return undefined;
}

/** A status and its replies, which the server shows to anyone; one for followers does not exist to others. */
function showPublicly(statuses: readonly Status[], { method, path, headers }: SeenRequest): Reply | undefined {
  const [, id, context] = /^\/api\/v1\/statuses\/(\w+)(\/context)?$/.exec(path) ?? [];
  if (method !== 'GET' || id === undefined) return undefined;
  const isMember = headers.authorization === `Bearer ${MASTODON_TOKEN}`;
  const status = statuses.find((each) => each.id === id && (isMember || each.visibility === 'public'));
  if (!status) return { status: 404, body: { error: 'Record not found' } };
  // A conversation of this many statuses is larger than the answers that are read.
  const crowd = { id: '0', in_reply_to_id: id, account: { id: '0' }, content: '.'.repeat(2_000_000), media_attachments: [] };
  if (context && isMember && status.isCrowded) return ok({ ancestors: [], descendants: [crowd] });
  return ok(context ? { ancestors: [], descendants: statuses.filter(({ replyTo }) => replyTo !== null).map(present) } : present(status));
}

/** UpdateStatusService: attachments, a warning and the mark of sensitive media that are not named are removed. */
function edit(statuses: readonly Status[], id: string, { body }: SeenRequest): Reply {
  const status = statuses.find((each) => each.id === id);
  if (!status) return { status: 404, body: { error: 'Record not found' } };
  const { status: text, media_ids: mediaIds, sensitive = false, spoiler_text: warning = '' } = body as unknown as Edited;
  const kept = status.pictures.filter((_, index) => mediaIds?.includes(`${id}-${index}`));
  Object.assign(status, { text: text.trim(), pictures: kept, isSensitive: sensitive || warning !== '', warning });
  return ok(present(status));
}

interface Edited {
  status: string;
  media_ids?: string[];
  sensitive?: boolean;
  spoiler_text?: string;
}

/** The status as it was, for a person who wants to write it again. */
function remove(statuses: Status[], id: string, kept: SeenPicture[]): Reply {
  const at = statuses.findIndex((status) => status.id === id);
  const [status] = at < 0 ? [] : statuses.splice(at, 1);
  kept.push(...(status?.pictures ?? []));
  return status ? ok({ ...present(status), text: status.text }) : { status: 404, body: { error: 'Record not found' } };
}

function upload(attachments: Attachment[], { files: [file], body }: SeenRequest): Reply {
  if (file?.name !== 'file') return { status: 422, body: { error: "Validation failed: File can't be blank" } };
  const description = String((body as JsonObject).description ?? '');
  // Of MediaAttachment: Ruby counts code points.
  if ([...description].length > 1_500) return { status: 422, body: { error: 'Validation failed: Description is too long' } };
  const id = String(2_000 + attachments.length);
  attachments.push({ id, sha256: file.sha256, altText: description, looks: 0 });
  return { status: 202, body: { id, type: 'image', url: null } };
}

function isReady(attachment: Attachment): boolean {
  attachment.looks += 1;
  return attachment.looks > 1;
}

const newId = (statuses: readonly Status[]): string => String(Number(statuses.at(-1)?.id ?? 0) + 1);

/** The same key again is the same status. */
function post({ statuses, attachments }: Pick<Server, 'statuses' | 'attachments'>, { body, headers }: SeenRequest): Reply {
  const { status, in_reply_to_id: replyTo, media_ids: mediaIds } = body as JsonObject;
  const key = String(headers['idempotency-key'] ?? '');
  const standing = statuses.find((each) => key !== '' && each.key === key);
  if (standing) return ok(present(standing));
  const named = (Array.isArray(mediaIds) ? mediaIds : []).map((id) => attachments.find((each) => each.id === id && each.looks > 1));
  if (named.includes(undefined)) {
    return { status: 422, body: { error: 'Cannot attach files that have not finished processing. Try again in a moment!' } };
  }
  const made = {
    id: newId(statuses),
    text: String(status).trim(),
    key,
    createdAt: new Date().toISOString(),
    replyTo: typeof replyTo === 'string' ? replyTo : null,
    pictures: named.flatMap((each) => (each ? [{ sha256: each.sha256, altText: each.altText }] : [])),
    ...{ isSensitive: false, warning: '', visibility: 'public' as const, isCrowded: false },
  };
  statuses.push(made);
  return ok(present(made));
}

function present({ id, text, createdAt, replyTo, pictures, isSensitive, warning }: Status): JsonObject {
  const url = `https://mastodon.example/@harbour/${id}`;
  const attachments = pictures.map(({ altText }, index) => ({ id: `${id}-${index}`, type: 'image', description: altText || null }));
  return {
    id,
    content: asHtml(text),
    created_at: createdAt,
    url,
    in_reply_to_id: replyTo,
    account: ACCOUNT,
    ...{ sensitive: isSensitive, spoiler_text: warning },
    media_attachments: attachments,
  };
}

/** Paragraphs, and links whose address is partly invisible. */
function asHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const linked = escaped.replaceAll(
    /(https?:\/\/)(\S+)/g,
    '<a href="$1$2" rel="nofollow noopener"><span class="invisible">$1</span><span class="">$2</span></a>',
  );
  return `<p>${linked.replaceAll(/\n{2,}/g, '</p><p>').replaceAll('\n', '<br />')}</p>`;
}

function exchange({ body }: SeenRequest): Reply {
  const { code, client_secret: secret, code_verifier: verifier } = body as JsonObject;
  if (code !== 'code-1' || secret !== 'client-secret-1' || typeof verifier !== 'string' || verifier.length < 43) {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'The provided authorization grant is invalid' } };
  }
  return ok({ access_token: MASTODON_TOKEN, token_type: 'Bearer', scope: 'read write', created_at: 1 });
}

/** methods/oauth, revoke: by the app that the token was issued to. */
function revoke({ revoked }: { revoked: string[] }, { body }: SeenRequest): Reply {
  const { client_id: id, client_secret: secret, token } = body as JsonObject;
  if (id !== 'client-1' || secret !== 'client-secret-1')
    return { status: 403, body: { error: 'unauthorized_client', error_description: 'You are not authorized to revoke this token' } };
  revoked.push(String(token));
  return ok({});
}

const ok = (body: Json): Reply => ({ status: 200, body });
