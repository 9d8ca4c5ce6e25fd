import { setTimeout as wait } from 'node:timers/promises';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type EditCall, type FindCall, type PublishCall, type ReadBackCall } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  absentAmong,
  type ConnectedAccount,
  type ConnectField,
  type Figure,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';

const FIELDS: ConnectField[] = [
  {
    name: 'apiKey',
    label: 'API key',
    help: 'Create it on dev.to under Settings, Extensions, DEV Community API Keys.',
    isSecret: true,
  },
];

/**
 * DEV through the Forem API, version 1 (developers.forem.com/api/v1). Askable: the account's own articles are listed
 * with their Markdown, straight from the database. Its rule that a `canonical_url` is unique would guard articles that
 * have one; it names where an article was first published, and is not set for ours (decision 410).
 */
export function createDevtoPlatform(network: NetworkRules, outbound: Outbound, base = 'https://dev.to'): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    fields: FIELDS,
    kept: ['userId', 'username'],
    readRefusal,
    identify: (call) => identify(base, call),
    build: buildArticle,
    publish: (call) => publish(base, call),
    find: (call) => findOnDevto(base, call),
    edit: (call) => edit(base, call),
    readBack: (call) => readBackFromDevto(base, call),
    readMetrics: (call) => readMetricsFromDevto(base, call),
  });
}

async function identify(base: string, { account, api }: Call): Promise<ConnectedAccount> {
  const { body } = await api.ask({ url: `${base}/api/users/me`, headers: headersOf(account) });
  const userId = requiredText('DEV', body, 'id');
  const username = requiredText('DEV', body, 'username');
  return { handle: `@${username}`, externalId: userId, credentials: { apiKey: account.apiKey ?? '', userId, username } };
}

function buildArticle({ title, parts: [{ sent }] }: PostWords, { tags }: PostExtras): JsonObject {
  return { title: title ?? '', body_markdown: withoutFrontMatter(sent), ...(tags.length > 0 && { tags: tags.map(storableText) }) };
}

/**
 * Forem reads settings from a text that begins with dashes (front matter): they could hide the article, or change its
 * title. A rule is a rule with asterisks, too.
 */
function withoutFrontMatter(text: string): string {
  return text.replace(/^(\s*)(---+)([^\n]*)/, (_, space: string, dashes: string, rest: string) =>
    rest.trim() === '' ? `${space}***${rest}` : `${space}\\${dashes}${rest}`,
  );
}

async function publish(base: string, { payload, account, api, onSending }: PublishCall): Promise<Outcome> {
  await onSending();
  const json = { article: { ...payload, published: true } };
  const { body } = await api.send({ url: `${base}/api/articles`, headers: headersOf(account), json });
  return { kind: 'published', providerId: requiredText('DEV', body, 'id'), url: textAt(body, 'url') };
}

/** PUT /api/articles/{id}. */
async function edit(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  const json = { article: { tags: [], ...payload } };
  await api.send({ method: 'PUT', url: `${base}/api/articles/${post.providerId}`, headers: headersOf(account), json });
}

/** `title_unique_for_user_past_five_minutes` in app/models/article.rb of github.com/forem/forem. */
const TITLE_USED = /already been used in the last five minutes/i;
const TITLE_SECONDS = 300;

/** `{"error": "Validation failed: …", "status": 422}`; the limit of articles responds 429 with Retry-After. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const message = textAt(body, 'error');
  if (status < 400 || message === null) return null;
  if (status === 422 && TITLE_USED.test(message)) return { kind: 'rate_limited', message, retryAfterSeconds: TITLE_SECONDS };
  return { message };
}

/** config/initializers/rack_attack.rb lets an address of the network read three times a second. */
const PAUSE_MS = 350;
/** Articles come with their Markdown, and an answer of more than a megabyte is not read. */
const PAGE = 10;
const MOST_PAGES = 10;

/** Without the version the API responds as its deprecated version 0. */
const headersOf = ({ apiKey = '' }: AccountValues) => ({
  'api-key': apiKey,
  accept: 'application/vnd.forem.api-v1+json',
});

/** One page of the account's own articles, the latest first (GET /api/articles/me). */
async function listArticles(base: string, { account, api, signal }: FindCall, page: number): Promise<Json[]> {
  if (page > 1) await wait(PAUSE_MS, undefined, { signal }).catch(() => {});
  const query = new URLSearchParams({ page: String(page), per_page: String(PAGE) });
  const { body } = await api.ask({ url: `${base}/api/articles/me/published?${query}`, headers: headersOf(account) });
  return listAt(body);
}

/** Searches the account's own articles since the intent, the latest first (GET /api/articles/me). */
async function findOnDevto(base: string, call: FindCall): Promise<LookupResult> {
  const { payload, intent } = call;
  const since = sinceIntent(intent);
  const others: string[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const articles = await listArticles(base, call, page);
    const recent = articles.filter((article) => Date.parse(textAt(article, 'published_at') ?? '') >= since);
    const found = recent.find((article) => lettersOf(textAt(article, 'body_markdown')) === lettersOf(payload.body_markdown));
    if (found && lettersOf(textAt(found, 'title')) === lettersOf(payload.title)) {
      return { kind: 'found', providerId: requiredText('DEV', found, 'id'), url: textAt(found, 'url') };
    }
    if (recent.some((article) => lettersOf(textAt(article, 'title')) === lettersOf(payload.title))) {
      return { kind: 'unsure', message: 'The account has an article with this title since, and another text.' };
    }
    if (found && lettersOf(payload.body_markdown) !== '')
      return { kind: 'unsure', message: 'The account has an article with this text since, under another title.' };
    others.push(...recent.map((article) => requiredText('DEV', article, 'id')));
    if (recent.length < PAGE) return absentAmong(intent, others);
  }
  return { kind: 'unsure', message: 'The account has published too much since to tell.' };
}

/** Forem replaces characters that it does not allow in titles, and changes spaces. */
const lettersOf = (text: unknown): string => String(text ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** GET /api/articles/{id}, which needs no key: published articles only, with their Markdown (`show` in articles_controller.rb). */
async function readBackFromDevto(base: string, { payload, post, api }: ReadBackCall): Promise<ReadBack> {
  const { accept } = headersOf({});
  const answer = await api.look({ url: `${base}/api/articles/${post.providerId}`, headers: { accept } });
  if (!answer) return { kind: 'gone', seenBy: 'public' };
  return {
    kind: 'found',
    seenBy: 'public',
    signed: { title: String(payload.title), text: String(payload.body_markdown) },
    published: { title: textAt(answer.body, 'title') ?? '', text: textAt(answer.body, 'body_markdown') ?? '' },
  };
}

const COUNTS = { page_views_count: 'views', public_reactions_count: 'likes', comments_count: 'replies' } as const;

/** Views are only in the account's own list (GET /api/articles/me); the rest is also at the article itself. */
async function readMetricsFromDevto(base: string, call: ReadBackCall): Promise<readonly Figure[] | null> {
  const { account, post, api } = call;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const articles = await listArticles(base, call, page);
    const article = articles.find((each) => textAt(each, 'id') === post.providerId);
    if (article) return figuresAt(article, COUNTS);
    if (articles.length < PAGE) break;
  }
  const answer = await api.look({ url: `${base}/api/articles/${post.providerId}`, headers: headersOf(account) });
  return answer && figuresAt(answer.body, COUNTS);
}
