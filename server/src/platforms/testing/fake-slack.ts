import type { Json, JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const SLACK_TOKEN = 'xoxb-1234-slack-secret';
export const SLACK_CLIENT = { id: 'slack-client', secret: 'slack-client-secret' };
export const SLACK_CHANNEL = 'C0123456789';

interface Message {
  /** Its id in the channel. */
  ts: string;
  text: string;
  /** The message whose thread it is in. */
  under?: string;
  /** It was deleted, and has replies. */
  isTombstone?: true;
  pictures: SeenPicture[];
}

/** A file, uploaded or not. */
type Files = Map<string, { altText: string; length: number; sha256: string | null }>;

export interface FakeSlack extends FakeServerSpec {
  messages: Message[];
  /** The app's scopes. */
  scopes: Set<string>;
  /** Slack's picker of a channel does not make the app a member of it. */
  channel: { isPrivate: boolean; isMember: boolean };
}

/**
 * docs.slack.dev: auth.test, conversations.info, chat.postMessage, update and delete, files.getUploadURLExternal and
 * completeUploadExternal, and oauth.v2.access. Refusals come with status 200.
 */
export function createFakeSlack(): FakeSlack {
  const messages: Message[] = [];
  const files: Files = new Map();
  const scopes = new Set(['chat:write', 'files:write', 'channels:join', 'channels:history']);
  const channel = { isPrivate: false, isMember: false };
  let sent = 0;
  const nextTs = () => `1700000000.${String(++sent).padStart(6, '0')}`;
  return {
    messages,
    scopes,
    channel,
    isPublishing: ({ path }) => path === '/api/chat.postMessage' || path === '/api/files.completeUploadExternal',
    handle(request) {
      if (request.path === '/api/oauth.v2.access') return exchange(request);
      if (request.path.startsWith('/upload/v1/')) return receive(files, request);
      if (request.headers.authorization !== `Bearer ${SLACK_TOKEN}`) return refusal('invalid_auth');
      const body = request.body as JsonObject;
      if (request.path === '/api/auth.test')
        return ok({ url: 'https://harbour.slack.example/', team: 'Harbour', team_id: 'T1', user_id: 'U1' });
      const needed = scopeOf(request.path, channel);
      if (needed && !scopes.has(needed)) return ok({ ok: false, error: 'missing_scope', needed, provided: [...scopes].join(',') });
      if (request.path === '/api/conversations.join') return join(channel);
      if (request.path === '/api/conversations.info') return inform(channel);
      if (request.path === '/api/files.getUploadURLExternal') return begin(files, request);
      // "User/bot membership is required": of the files' channel, whatever its kind.
      if (request.path === '/api/files.completeUploadExternal' && !channel.isMember) return refusal('not_in_channel');
      if (request.path === '/api/files.completeUploadExternal') return share(messages, files, body, nextTs());
      if (request.path === '/api/chat.update') return edit(messages, body);
      if (request.path === '/api/chat.delete') return remove(messages, body);
      if (request.path === '/api/conversations.history') return show(messages, body);
      if (request.path === '/api/chat.getPermalink')
        return at(messages, body.message_ts) ? ok({ permalink: 'https://harbour.slack.example/' }) : refusal('message_not_found');
      if (request.path !== '/api/chat.postMessage') return undefined;
      if (body.channel !== SLACK_CHANNEL) return refusal('channel_not_found');
      const isOpen = scopes.has('chat:write.public') && !channel.isPrivate;
      if (!channel.isMember && !isOpen) return refusal('not_in_channel');
      // Readers see the blocks; `text` is for notifications.
      // Below a message that is gone, a reply becomes a message of the channel, and the answer names no thread.
      const parent = at(messages, body.thread_ts);
      const ts = nextTs();
      messages.push({ ts, text: plainText(body.blocks ?? []), pictures: [], under: parent ? `${SLACK_CHANNEL}/${parent.ts}` : '' });
      return ok({ channel: SLACK_CHANNEL, ts, message: { ts, ...(parent && { thread_ts: parent.ts }) } });
    },
    refusals: {
      limited: () => ({ status: 429, body: { ok: false, error: 'ratelimited' } }),
      revoked: () => refusal('token_revoked'),
      refused: () => refusal('msg_too_long'),
      unknownCall: () => refusal('unknown_method'),
    },
  };
}

/** conversations.join, of public channels alone. */
function join(channel: FakeSlack['channel']): Reply {
  if (channel.isPrivate) return refusal('method_not_supported_for_channel_type');
  channel.isMember = true;
  return ok({ channel: { id: SLACK_CHANNEL, name: 'news', is_member: true } });
}

/** conversations.info: a private channel is only there for its members. */
function inform({ isPrivate, isMember }: FakeSlack['channel']): Reply {
  if (isPrivate && !isMember) return refusal('channel_not_found');
  return ok({ channel: { id: SLACK_CHANNEL, name: 'news', is_member: isMember } });
}

/** docs.slack.dev, the methods: the scope that a bot needs. */
function scopeOf(path: string, { isPrivate }: FakeSlack['channel']): string | undefined {
  if (/^\/api\/chat\.(postMessage|update|delete)$/.test(path)) return 'chat:write';
  if (path.startsWith('/api/files.')) return 'files:write';
  return {
    '/api/conversations.join': 'channels:join',
    '/api/conversations.info': isPrivate ? 'groups:read' : 'channels:read',
    '/api/conversations.history': 'channels:history',
    '/api/reactions.get': 'reactions:read',
  }[path];
}

const at = (messages: readonly Message[], ts: Json | undefined): Message | undefined =>
  messages.find((each) => each.ts === ts && !each.isTombstone);

/** chat.update. */
function edit(messages: readonly Message[], { channel, ts, blocks }: JsonObject): Reply {
  const message = at(messages, ts);
  if (channel !== SLACK_CHANNEL || !message) return refusal('message_not_found');
  message.text = plainText(blocks ?? []);
  return ok({ channel, ts: message.ts });
}

/** chat.delete: the replies of its thread stay, and for them a tombstone. */
function remove(messages: Message[], { channel, ts }: JsonObject): Reply {
  const message = at(messages, ts);
  if (channel !== SLACK_CHANNEL) return refusal('channel_not_found');
  if (!message) return refusal('message_not_found');
  const hasReplies = messages.some(({ under }) => under === `${SLACK_CHANNEL}/${message.ts}`);
  if (hasReplies) Object.assign(message, { text: 'This message was deleted.', isTombstone: true });
  else messages.splice(messages.indexOf(message), 1);
  return ok({ channel, ts: message.ts });
}

/** conversations.history of one message, of which the blocks are what readers see. */
function show(messages: readonly Message[], { latest = '' }: JsonObject): Reply {
  const message = messages.find(({ ts }) => ts === latest);
  const blocks = [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: message?.text ?? '' }] }] },
  ];
  return ok({ messages: message ? [{ ts: latest, blocks, ...(message.isTombstone && { subtype: 'tombstone', hidden: true }) }] : [] });
}

function begin(files: Files, { body, headers }: SeenRequest): Reply {
  const { filename, length, alt_txt: altText } = body as JsonObject;
  if (!filename || !(Number(length) > 0)) return refusal('invalid_arguments');
  if (String(altText ?? '').length > 1_000) return refusal('alt_txt_too_large');
  const id = `F${files.size}`;
  files.set(id, { altText: String(altText ?? ''), length: Number(length), sha256: null });
  return ok({ upload_url: `http://${headers.host}/upload/v1/${id}`, file_id: id });
}

/** "HTTP 200 when the upload was successful, and something else when it was not." */
function receive(files: Files, { path, files: [sent] }: SeenRequest): Reply {
  const file = files.get(path.replace('/upload/v1/', ''));
  if (!file || sent?.byteSize !== file.length) return { status: 400 };
  file.sha256 = sent.sha256;
  return { status: 200 };
}

function share(messages: Message[], files: Files, body: JsonObject, ts: string): Reply {
  if (body.channel_id !== SLACK_CHANNEL) return refusal('channel_not_found');
  const named = (body.files as { id: string }[]).map(({ id }) => files.get(id));
  if (named.some((file) => !file?.sha256)) return refusal('file_not_found');
  const pictures = named.flatMap((file) => (file?.sha256 ? [{ sha256: file.sha256, altText: file.altText }] : []));
  messages.push({ ts, text: plainText(body.blocks ?? []), pictures });
  return ok({
    files: (body.files as { id: string }[]).map(({ id }) => ({ id, permalink: `https://harbour.slack.example/files/U1/${id}` })),
  });
}

function plainText(blocks: Json): string {
  const sections = (blocks as { elements: { elements: { text: string }[] }[] }[]).flatMap(({ elements }) => elements);
  return sections.flatMap(({ elements }) => elements.map(({ text }) => text)).join('');
}

function exchange({ body }: SeenRequest): Reply {
  const { code, client_secret: secret, grant_type: type, refresh_token: refreshToken } = body as JsonObject;
  if (secret !== SLACK_CLIENT.secret) return refusal('bad_client_secret');
  const rotating = { refresh_token: 'xoxe-1-refresh-token', expires_in: 43_200 };
  if (type === 'refresh_token') {
    if (refreshToken !== 'xoxe-1-refresh-token') return refusal('invalid_refresh_token');
    return ok({ access_token: SLACK_TOKEN, token_type: 'bot', team: { id: 'T1', name: 'Harbour' }, ...rotating });
  }
  if (code !== 'code-1' && code !== 'code-of-a-rotating-app') return refusal('invalid_code');
  return ok({
    ...(code === 'code-of-a-rotating-app' && rotating),
    access_token: SLACK_TOKEN,
    token_type: 'bot',
    team: { id: 'T1', name: 'Harbour' },
    incoming_webhook: { channel: '#news', channel_id: SLACK_CHANNEL, url: 'https://hooks.slack.example/secret' },
  });
}

const ok = (body: JsonObject): Reply => ({ status: 200, body: { ok: true, ...body } });
const refusal = (error: string): Reply => ({ status: 200, body: { ok: false, error } });
