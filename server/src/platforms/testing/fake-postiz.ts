import { DomUtils, parseDocument } from 'htmlparser2';
import type { Json, JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const POSTIZ_KEY = 'postiz-api-key-4711';

interface Post {
  id: string;
  content: string;
  /** As the network receives it. */
  text: string;
  image: JsonObject[];
  settings: JsonObject;
  integration: string;
  state: 'QUEUE' | 'PUBLISHED' | 'ERROR';
  publishDate: string;
}

interface State {
  posts: Post[];
  /** Hashes by path. */
  files: Map<string, string>;
  /** What becomes of new posts. */
  next: Post['state'];
  /** Versions before 2026 list posts without their settings. */
  listsSettings: boolean;
  /** As Postiz strips links for some networks. */
  stripsLinks: boolean;
  isDisabled: boolean;
}

const CHANNELS = [
  { id: 'cm-x-1', name: 'Harbour', identifier: 'x' },
  { id: 'cm-insta-1', name: 'Harbour pictures', identifier: 'instagram' },
  { id: 'cm-reddit-1', name: 'r/harbour', identifier: 'reddit' },
  { id: 'cm-twin-1', name: 'Twin', identifier: 'bluesky' },
  { id: 'cm-twin-2', name: 'Twin', identifier: 'mastodon' },
  { id: 'cm-vk-1', name: 'Harbour in Russian', identifier: 'vk' },
];

/** gitroomhq/postiz-app: public.integrations.controller.ts, posts.repository.ts, strip.html.validation.ts. Every post is a new one. */
export function createFakePostiz() {
  const state: State = { posts: [], files: new Map(), next: 'PUBLISHED', listsSettings: true, stripsLinks: false, isDisabled: false };
  const spec: FakeServerSpec & {
    state: State;
    picturesOf(post: Post | undefined): SeenPicture[];
    isUploading(request: SeenRequest): boolean;
  } = {
    state,
    isUploading: ({ path }) => path === '/api/public/v1/upload',
    isPublishing: ({ method, path }) => method === 'POST' && path === '/api/public/v1/posts',
    picturesOf: (post) =>
      (post?.image ?? []).map(({ path, alt }) => ({ sha256: state.files.get(String(path)) ?? '', altText: String(alt ?? '') })),
    handle(request) {
      const { path, headers } = request;
      if (headers.authorization !== POSTIZ_KEY) return { status: 401, body: { msg: 'Invalid API key' } };
      if (path === '/api/public/v1/integrations')
        return { status: 200, body: CHANNELS.map((channel) => ({ ...channel, picture: '', profile: '', disabled: state.isDisabled })) };
      if (this.isUploading(request)) return upload(state, request);
      if (this.isPublishing(request)) return post(state, request);
      return path === '/api/public/v1/posts' ? list(state, request) : undefined;
    },
    refusals: {
      limited: () => nest(429, 'ThrottlerException: Too Many Requests'),
      revoked: (secret) => ({ status: 401, body: { msg: `Invalid API key ${secret}` } }),
      refused: (secret) => nest(400, [`posts.0.value.0.content must be a string ${secret}`]),
      unknownCall: () => nest(404, 'Cannot GET'),
    },
  };
  return spec;
}

/** custom.upload.validation.ts: pictures of 10 MiB, videos of 1 GiB. */
function upload({ files }: State, { files: [file] }: SeenRequest): Reply {
  if (file?.name !== 'file') return { status: 400, body: { msg: 'No file provided' } };
  if (file.byteSize > (/mp4$/.test(file.fileName) ? 1_024 : 10) * 1_048_576) return nest(400, 'Validation failed');
  const path = `https://postiz.example/uploads/${files.size + 1}.${file.fileName.split('.').at(-1)}`;
  files.set(path, file.sha256);
  return { status: 201, body: { id: `media-${files.size}`, name: file.fileName, path } };
}

function post(state: State, { body }: SeenRequest): Reply {
  const { type, posts, date, tags, shortLink } = body as JsonObject;
  if (type !== 'now' || !Array.isArray(tags) || shortLink !== false || Number.isNaN(Date.parse(String(date)))) return nest(400, ['wrong']);
  const made = (posts as JsonObject[]).map(({ integration, value, settings }) => {
    const { id } = integration as { id: string };
    const [{ content, image } = { content: '', image: [] }] = value as { content: string; image: JsonObject[] }[];
    const channel = CHANNELS.find((each) => each.id === id);
    if (!channel || (settings as JsonObject).__type !== channel.identifier) return null;
    const kept = state.stripsLinks ? content.replaceAll(/https?:\/\/[^\s<]+/g, '') : content;
    const one: Post = {
      ...{
        id: `post-${state.posts.length + 1}`,
        content: kept,
        text: channel.identifier === 'x' ? readAsHtml(plain(kept)) : plain(kept),
        image,
        settings: settings as JsonObject,
      },
      ...{ integration: id, state: state.next, publishDate: `${new Date().toISOString().slice(0, 16)}:00.000Z` },
    };
    state.posts.push(one);
    return { postId: one.id, integration: id };
  });
  return made.includes(null) ? nest(400, 'Integration not found') : { status: 201, body: made };
}

/** Its own order of replacements, for a text in paragraphs. */
function plain(content: string): string {
  const html = content
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/^<p[^>]*>/i, '')
    .replaceAll(/<p[^>]*>/gi, '\n')
    .replaceAll('</p>', '');
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<');
}

/** x.provider.ts, toTweetText. */
const readAsHtml = (text: string): string => DomUtils.textContent(parseDocument(text));

function list({ posts, listsSettings }: State, { query }: SeenRequest): Reply {
  const [from, to] = [Date.parse(query.get('startDate') ?? ''), Date.parse(query.get('endDate') ?? '')];
  if (Number.isNaN(from) || Number.isNaN(to)) return nest(400, ['startDate must be a valid ISO 8601 date string']);
  const shown = posts.filter(({ publishDate }) => Date.parse(publishDate) >= from && Date.parse(publishDate) <= to);
  const body: Json[] = shown.map(({ id, content, settings, integration, state, publishDate }) => ({
    ...{ id, content, state, publishDate, releaseId: null },
    releaseURL: state === 'PUBLISHED' ? `https://x.example/harbour/status/${id}` : null,
    integration: { id: integration, providerIdentifier: 'x', name: 'Harbour', picture: '' },
    ...(listsSettings && { settings: JSON.stringify(settings), creationMethod: 'API' }),
  }));
  return { status: 200, body: { posts: body } };
}

const nest = (statusCode: number, message: string | string[]): Reply => ({
  status: statusCode,
  body: { statusCode, message, error: 'Error' },
});
