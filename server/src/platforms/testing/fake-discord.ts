import type { Json, JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const DISCORD_TOKEN = 'MTE4.discord-token.secret';
const CHANNEL = '1180000000000000000';
const BOT = '1170000000000000000';
const EPOCH = 1_420_070_400_000n;

interface Message {
  id: string;
  content: string;
  nonce: string;
  pictures: SeenPicture[];
}

/** Of the bot in the channel (topics/permissions), beyond those without which it sees nothing. */
type Permission = 'READ_MESSAGE_HISTORY' | 'ATTACH_FILES';

export interface FakeDiscord extends FakeServerSpec {
  messages: Message[];
  permissions: Set<Permission>;
  channel: { type: number; last_message_id: string | null };
}

/** docs.discord.com, resources/message: messages of a channel, with enforced nonces and with files (reference, Uploading Files). */
export function createFakeDiscord(): FakeDiscord {
  const messages: Message[] = [];
  const permissions = new Set<Permission>(['READ_MESSAGE_HISTORY', 'ATTACH_FILES']);
  const channel: FakeDiscord['channel'] = { type: 0, last_message_id: null };
  return {
    ...{ messages, permissions, channel },
    isPublishing: ({ method, path }) => method === 'POST' && path.endsWith('/messages'),
    handle(request) {
      if (request.headers.authorization !== `Bot ${DISCORD_TOKEN}`) return { status: 401, body: { code: 0, message: '401: Unauthorized' } };
      if (request.path === '/users/@me') return ok({ id: BOT, username: 'harbour-bot', bot: true });
      if (request.path === `/channels/${CHANNEL}`) return ok({ ...channel, id: CHANNEL, guild_id: '1160', name: 'news' });
      if (request.path.startsWith(`/channels/${CHANNEL}/messages/`))
        return request.method === 'DELETE'
          ? remove(messages, request)
          : request.method === 'PATCH'
            ? edit(messages, request)
            : permissions.has('READ_MESSAGE_HISTORY')
              ? showOne(messages, request)
              : MISSING_PERMISSIONS;
      if (request.path !== `/channels/${CHANNEL}/messages`) return undefined;
      // "no messages will be returned".
      if (request.method !== 'POST') return permissions.has('READ_MESSAGE_HISTORY') ? list(messages, request) : { status: 200, body: [] };
      if (request.files.length > 0 && !permissions.has('ATTACH_FILES')) return MISSING_PERMISSIONS;
      const made = post(messages, request);
      channel.last_message_id = made.id;
      return ok(present(made));
    },
    refusals: {
      limited: () => ({ status: 429, body: { message: 'You are being rate limited.', retry_after: 6.4, global: false } }),
      revoked: (secret) => ({ status: 403, body: { code: 50013, message: `Missing Permissions (${secret})` } }),
      refused: (secret) => ({ status: 400, body: { code: 50035, message: `Invalid Form Body (${secret})` } }),
      unknownCall: () => ({ status: 404, body: { code: 10003, message: 'Unknown Channel' } }),
    },
  };
}

const MISSING_PERMISSIONS: Reply = { status: 403, body: { code: 50013, message: 'Missing Permissions' } };

/** "If a message with the same nonce was made in the past few minutes, that message is returned." */
function post(messages: Message[], request: SeenRequest): Message {
  const { content, nonce, enforce_nonce: isEnforced, attachments } = messageOf(request);
  const standing = messages.find((message) => isEnforced === true && message.nonce === nonce);
  if (standing) return standing;
  const id = String((((BigInt(Date.now()) - EPOCH) << 22n) + BigInt(messages.length)).toString());
  const message = { id, content: String(content).trim(), nonce: String(nonce), pictures: picturesOf(request, attachments) };
  messages.push(message);
  return message;
}

function messageOf({ body }: SeenRequest): JsonObject {
  const { payload_json: json } = body as JsonObject;
  return typeof json === 'string' ? JSON.parse(json) : (body as JsonObject);
}

function picturesOf({ files }: SeenRequest, attachments: Json | undefined): SeenPicture[] {
  return ((attachments ?? []) as JsonObject[]).flatMap(({ id, description }) => {
    const file = files.find(({ name }) => name === `files[${id}]`);
    return file ? [{ sha256: file.sha256, altText: String(description ?? '') }] : [];
  });
}

function showOne(messages: readonly Message[], { path }: SeenRequest): Reply {
  const message = messages.find(({ id }) => path.endsWith(`/${id}`));
  if (!message) return { status: 404, body: { code: 10008, message: 'Unknown Message' } };
  return ok(present({ ...message, nonce: '' }));
}

/** Edit Message. */
function edit(messages: readonly Message[], request: SeenRequest): Reply {
  const message = messages.find(({ id }) => request.path.endsWith(`/${id}`));
  if (message) message.content = String((request.body as JsonObject).content).trim();
  return showOne(messages, request);
}

/** Delete Message: 204. */
function remove(messages: Message[], { path }: SeenRequest): Reply {
  const at = messages.findIndex(({ id }) => path.endsWith(`/${id}`));
  if (at < 0) return { status: 404, body: { code: 10008, message: 'Unknown Message' } };
  messages.splice(at, 1);
  return { status: 204 };
}

function list(messages: Message[], { query }: SeenRequest): Reply {
  const after = BigInt(query.get('after') ?? '0');
  const recent = messages.filter(({ id }) => BigInt(id) > after).slice(0, Number(query.get('limit') ?? 50));
  return { status: 200, body: recent.map(({ nonce: _, ...message }) => present({ ...message, nonce: '' })) };
}

function present({ id, content, nonce, pictures }: Message): JsonObject {
  const attachments = pictures.map(({ altText }) => ({ ...(altText && { description: altText }) }));
  return { id, channel_id: CHANNEL, content, attachments, author: { id: BOT, bot: true }, ...(nonce && { nonce }) };
}

const ok = (body: JsonObject): Reply => ({ status: 200, body });
