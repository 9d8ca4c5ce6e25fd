import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import type { LookupResult } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** Articles come with their Markdown, and an answer of more than a megabyte is not read. */
const PAGE = 10;
const MOST_PAGES = 10;
/** Clocks differ a little. */
const SLACK_MS = 60_000;

/** Without the version the API responds as its deprecated version 0. */
export const headersOf = ({ apiKey = '' }: AccountValues) => ({
  'api-key': apiKey,
  accept: 'application/vnd.forem.api-v1+json',
});

/** Searches the account's own articles since the intent, the latest first (GET /api/articles/me). */
export async function findOnDevto(base: string, { payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const since = Date.parse(intent.createdAt) - SLACK_MS;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ page: String(page), per_page: String(PAGE) });
    const { body } = await api.ask({ url: `${base}/api/articles/me/published?${query}`, headers: headersOf(account) });
    const articles = listAt(body);
    const recent = articles.filter((article) => Date.parse(textAt(article, 'published_at') ?? '') >= since);
    const found = recent.find((article) => lettersOf(textAt(article, 'body_markdown')) === lettersOf(payload.body_markdown));
    if (found && lettersOf(textAt(found, 'title')) === lettersOf(payload.title)) {
      return { kind: 'found', providerId: requiredText('DEV', found, 'id'), url: textAt(found, 'url') };
    }
    if (recent.some((article) => lettersOf(textAt(article, 'title')) === lettersOf(payload.title))) {
      return { kind: 'unsure', message: 'The account has an article with this title since, and another text.' };
    }
    if (recent.length < PAGE) return { kind: 'absent' };
  }
  return { kind: 'unsure', message: 'The account has published too much since to tell.' };
}

/** Forem replaces characters that it does not allow in titles, and changes spaces. */
const lettersOf = (text: unknown): string => String(text ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, '');
