import type { JsonObject } from '../platform.ts';
import type { FakeServerSpec, Reply } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const DEVTO_KEY = 'devto-api-key-4711';

interface Article {
  id: number;
  title: string;
  markdown: string;
  tags: string[];
  isPublished: boolean;
  publishedAt: string;
}

/** developers.forem.com/api/v1 and the rules of app/models/article.rb of github.com/forem/forem. */
export function createFakeDevto(): FakeServerSpec & { articles: Article[]; shown(article: Article | undefined): string } {
  const articles: Article[] = [];
  let beganAt = 0;
  /** config/initializers/rack_attack.rb, `api_throttle`: 3 GETs a second, here of one run through the pages. */
  const isTooFast = ({ query }: SeenRequest): boolean => {
    if (query.get('page') === '1') beganAt = Date.now();
    return Number(query.get('page')) > 3 && Date.now() - beganAt < 1_000;
  };
  return {
    articles,
    shown: (article) => rendered(article?.markdown ?? ''),
    isPublishing: ({ method, path }) => method === 'POST' && path === '/api/articles',
    handle(request) {
      const shown = showPublicly(articles, request);
      if (shown) return shown;
      if (request.headers['api-key'] !== DEVTO_KEY) return refusal(401, 'unauthorized');
      if (request.headers.accept !== 'application/vnd.forem.api-v1+json') return refusal(406, 'version 0');
      if (request.path === '/api/users/me') return { status: 200, body: { type_of: 'user', id: 71, username: 'harbour', name: 'Harbour' } };
      if (request.path === '/api/articles/me/published') return isTooFast(request) ? refusal(429, 'Retry later') : list(articles, request);
      if (request.method === 'PUT') return edit(articles, request);
      return this.isPublishing(request) ? post(articles, request) : undefined;
    },
    refusals: {
      limited: () => refusal(429, 'Rate limit reached, try again in 30 seconds'),
      revoked: (secret) => refusal(401, `unauthorized ${secret}`),
      refused: (secret) => refusal(422, `Validation failed: Tag list exceed the maximum of 4 tags ${secret}`),
      unknownCall: () => refusal(404, 'not found'),
    },
  };
}

/** `finalize` in app/services/markdown_processor/parser.rb, as far as braces and backticks go: Liquid is read last. */
function rendered(markdown: string): string {
  const html = markdown
    .replaceAll(/\s*~{3}.*?~{3}|\s*`{3}.*?`{3}|`{2}.+?`{2}|`.+?`/gs, (code) => `{% raw %}${code}{% endraw %}`)
    .replaceAll('&#123;', '{')
    .replaceAll('&#96;', '`');
  let shown = '';
  let rest = html;
  for (;;) {
    const found = /\{%-?\s*(\w+).*?%\}|\{\{.*?\}\}?/s.exec(rest);
    if (!found) return shown + rest;
    shown += rest.slice(0, found.index);
    rest = rest.slice(found.index + found[0].length);
    if (found[1] === 'raw') {
      const [closing = ''] = /\{% endraw %\}/.exec(rest) ?? [];
      shown += rest.slice(0, rest.indexOf(closing));
      rest = rest.slice(rest.indexOf(closing) + closing.length);
    } else if (found[1]) return `Liquid syntax error: Unknown tag '${found[1]}'`;
  }
}

function post(articles: Article[], { body }: SeenRequest): Reply {
  const { title, body_markdown: markdown, tags = [], published } = (body as { article: JsonObject }).article;
  // `title_unique_for_user_past_five_minutes`.
  if (articles.some((article) => article.title === title)) {
    return refusal(422, 'Validation failed: Title has already been used in the last five minutes');
  }
  const made = {
    id: articles.length + 1,
    title: String(title),
    markdown: String(markdown),
    tags: tags as string[],
    isPublished: published === true,
    publishedAt: new Date().toISOString(),
  };
  articles.push(made);
  return { status: 201, body: present(made) };
}

/** GET /api/articles/{id}: a published article, for anyone. */
function showPublicly(articles: readonly Article[], { method, path, headers }: SeenRequest): Reply | undefined {
  const [, id] = /^\/api\/articles\/(\d+)$/.exec(path) ?? [];
  if (method !== 'GET' || id === undefined || headers['api-key'] !== undefined) return undefined;
  const article = articles.find((each) => each.id === Number(id) && each.isPublished);
  return article ? { status: 200, body: present(article) } : refusal(404, 'not found');
}

function edit(articles: readonly Article[], { path, body }: SeenRequest): Reply {
  const article = articles.find(({ id }) => path === `/api/articles/${id}`);
  if (!article) return refusal(404, 'not found');
  const { title, body_markdown: markdown, tags = [] } = (body as { article: JsonObject }).article;
  Object.assign(article, { title: String(title), markdown: String(markdown), tags: tags as string[] });
  return { status: 200, body: present(article) };
}

function list(articles: Article[], { query }: SeenRequest): Reply {
  const [page, perPage] = [Number(query.get('page')), Number(query.get('per_page'))];
  const published = articles.filter(({ isPublished }) => isPublished).toReversed();
  return { status: 200, body: published.slice((page - 1) * perPage, page * perPage).map(present) };
}

function present({ id, title, markdown, tags, publishedAt }: Article): JsonObject {
  const url = `https://dev.to/harbour/article-${id}`;
  return { type_of: 'article', id, title, body_markdown: markdown, tag_list: tags, url, published_at: publishedAt };
}

const refusal = (status: number, error: string): Reply => ({ status, body: { error, status } });
