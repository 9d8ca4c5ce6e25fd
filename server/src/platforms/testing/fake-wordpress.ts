import type { JsonObject } from '../platform.ts';
import { visibleText } from '../text/visible-text.ts';
import type { FakeServerSpec, Reply, SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const WORDPRESS_PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';

interface Article {
  id: number;
  slug: string;
  status: string;
  title: string;
  content: string;
  featuredMedia: number | null;
  /** By name. */
  tags: string[];
  /** The account is 7, an author. */
  author: number;
}

interface Upload extends SeenPicture {
  id: number;
  url: string;
}

/** What the owner of the site has chosen. */
interface Owner {
  /** `EMPTY_TRASH_DAYS` above 0. */
  hasBin: boolean;
  /** Visitors may not use its interface. */
  isClosed: boolean;
}

/** developer.wordpress.org/rest-api/reference: users/me, posts, media. A duplicate slug gets a number added. */
export function createFakeWordpress(): FakeServerSpec & { articles: Article[]; uploads: Upload[]; tags: string[]; owner: Owner } {
  const articles: Article[] = [];
  const uploads: Upload[] = [];
  const tags: string[] = [];
  const owner: Owner = { hasBin: true, isClosed: false };
  return {
    ...{ articles, uploads, tags, owner },
    isPublishing: (request) => request.method === 'POST' && routeOf(request) === '/posts',
    handle(request) {
      const shown = showPublicly(articles, owner, request);
      if (shown) return shown;
      const given = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
      if (given !== `harbour:${WORDPRESS_PASSWORD}`)
        return refusal(401, 'incorrect_password', 'The provided password is an invalid application password.');
      const path = routeOf(request);
      if (path === '/users/me') return { status: 200, body: { id: 7, name: 'Harbour', capabilities: { publish_posts: true } } };
      if (path === '/media') return upload(uploads, request);
      if (path === '/tags') return addTag(tags, request);
      if (request.method === 'DELETE') return remove(articles, owner, request);
      if (path?.startsWith('/posts/')) return one(articles, tags, path, request);
      if (path !== '/posts') return undefined;
      return request.method === 'POST' ? { status: 201, body: present(post(articles, tags, request)) } : list(articles, request);
    },
    refusals: {
      limited: () => refusal(429, 'too_many_requests', 'Slow down.'),
      revoked: (secret) => refusal(401, 'rest_cannot_create', `Sorry, you are not allowed to create posts as this user. ${secret}`),
      refused: (secret) => refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${secret}`),
      unknownCall: () => refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.'),
    },
  };
}

/** Sites with pretty permalinks respond at /wp-json/ too; every site does at this address. */
export function routeOf({ path, query }: SeenRequest): string | undefined {
  return path === '/blog/index.php' ? query.get('rest_route')?.replace('/wp/v2', '') : undefined;
}

/** A published post, which the site serves to anyone; others are there, and not for visitors. */
function showPublicly(articles: readonly Article[], { isClosed }: Owner, request: SeenRequest): Reply | undefined {
  const [, id] = /^\/posts\/(\d+)$/.exec(routeOf(request) ?? '') ?? [];
  if (request.method !== 'GET' || id === undefined || request.query.get('context') === 'edit') return undefined;
  const article = articles.find((each) => each.id === Number(id));
  if (isClosed) return refusal(401, 'rest_not_logged_in', 'You are not currently logged in.');
  if (!article) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (article.status !== 'publish') return refusal(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.');
  return { status: 200, body: present(article) };
}

function upload(uploads: Upload[], { files: [file], body }: SeenRequest): Reply {
  if (file?.name !== 'file') return refusal(400, 'rest_upload_no_data', 'No data supplied.');
  const id = 300 + uploads.length;
  const made = {
    id,
    url: `https://blog.example/files/${id}.jpg`,
    sha256: file.sha256,
    altText: visibleText(String((body as JsonObject).alt_text)),
  };
  uploads.push(made);
  return { status: 201, body: { id, source_url: made.url, alt_text: made.altText, media_type: 'image' } };
}

/** Ids are places in the list, from 1. */
function addTag(tags: string[], { body }: SeenRequest): Reply {
  const name = String((body as JsonObject).name).replaceAll('&', '&amp;');
  const known = tags.findIndex((each) => each.toLowerCase() === name.toLowerCase()) + 1;
  const message = 'A term with the name provided already exists in this taxonomy.';
  if (known > 0) return { status: 400, body: { code: 'term_exists', message, data: { status: 400, term_id: known } } };
  return { status: 201, body: { id: tags.push(name), name } };
}

function post(articles: Article[], known: readonly string[], { body }: SeenRequest): Article {
  const { slug, title, content, status, featured_media: featuredMedia, tags } = body as JsonObject;
  const isTaken = articles.some((article) => article.slug === slug);
  const made = {
    id: (articles.at(-1)?.id ?? 0) + 1,
    slug: isTaken ? `${slug}-2` : String(slug),
    status: String(status),
    title: String(title),
    content: String(content),
    featuredMedia: typeof featuredMedia === 'number' ? featuredMedia : null,
    tags: (Array.isArray(tags) ? tags : []).map((id) => known[Number(id) - 1] ?? ''),
    author: 7,
  };
  articles.push(made);
  return made;
}

/** One post, read or with other words: also in the bin, as WordPress does it. */
function one(articles: readonly Article[], known: readonly string[], path: string, { method, body }: SeenRequest): Reply {
  const article = articles.find(({ id }) => path === `/posts/${id}`);
  if (!article) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (method === 'POST') {
    const { title, content, tags } = body as JsonObject;
    const named = (Array.isArray(tags) ? tags : []).map((id) => known[Number(id) - 1] ?? '');
    Object.assign(article, { title: String(title), content: String(content), ...(tags && { tags: named }) });
  }
  return { status: 200, body: present(article) };
}

/** Into the bin, a second time 410; with `force`, for good. */
function remove(articles: Article[], { hasBin }: Owner, request: SeenRequest): Reply {
  const path = routeOf(request);
  const article = articles.find(({ id }) => path === `/posts/${id}`);
  if (!article) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (request.query.get('force') === 'true') {
    articles.splice(articles.indexOf(article), 1);
    return { status: 200, body: { deleted: true, previous: present(article) } };
  }
  if (!hasBin) return refusal(501, 'rest_trash_not_supported', "The post does not support trashing. Set 'force=true' to delete.");
  if (article.status === 'trash') return refusal(410, 'rest_already_trashed', 'The post has already been deleted.');
  article.status = 'trash';
  return { status: 200, body: present(article) };
}

function list(articles: Article[], { query }: SeenRequest): Reply {
  const page = Number(query.get('page')) * 100;
  const slug = query.get('slug');
  const author = query.get('author');
  const found = articles.filter((each) =>
    query.has('modified_after') ? author === null || each.author === Number(author) : each.slug === slug,
  );
  // What the author may not edit is left out of the page.
  const shown = found.slice(page - 100, page).filter((each) => each.author === 7);
  return { status: 200, body: shown.map(present) };
}

function present({ id, slug, status, title, content }: Article): JsonObject {
  return { id, slug, status, link: `https://blog.example/${slug}/`, title: textOf(title), content: textOf(content, `<p>${content}</p>`) };
}

const textOf = (raw: string, rendered = raw): JsonObject => ({ raw, rendered });

const refusal = (status: number, code: string, message: string): Reply => ({ status, body: { code, message, data: { status } } });
