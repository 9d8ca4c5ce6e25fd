import type { Api } from '../api/create-api.ts';
import { listAt, textAt } from '../api/read-json.ts';
import type { FindCall } from '../connector.ts';
import type { Json, LookupResult } from '../platform.ts';
import { findThread, postsOf, type Standing } from '../send-thread.ts';

/** The maximum page size. */
const PAGE = 40;
/** Clocks differ a little. */
const SLACK_MS = 60_000;

/**
 * Searches the account's latest statuses for the texts of the intent. A status is HTML; its original text comes from
 * its source (docs.joinmastodon.org, methods/statuses, source).
 */
export async function findOnMastodon({ payload, account, intent, api }: FindCall): Promise<LookupResult> {
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const query = new URLSearchParams({ limit: String(PAGE), exclude_reblogs: 'true' });
  const url = `${account.server}/api/v1/accounts/${account.accountId}/statuses?${query}`;
  const page = listAt((await api.ask({ url, headers })).body);
  const since = Date.parse(intent.createdAt) - SLACK_MS;
  const recent = page.filter((status) => Date.parse(textAt(status, 'created_at') ?? '') >= since);
  const standing = await Promise.all(recent.map((status) => readSource(api, `${account.server}`, headers, status)));

  const finding = findThread(
    'Mastodon',
    postsOf(payload).map(({ status }) => standing.find(({ text }) => text === String(status).trim())),
  );
  // A full page of newer ones may hide it.
  if (finding.kind === 'absent' && recent.length >= PAGE)
    return { kind: 'unsure', message: 'The account has posted too much since to tell.' };
  return finding;
}

async function readSource(api: Api, server: string, headers: Record<string, string>, status: Json): Promise<Standing & { text: string }> {
  const id = textAt(status, 'id') ?? '';
  const { body } = await api.ask({ url: `${server}/api/v1/statuses/${id}/source`, headers });
  return { id, url: textAt(status, 'url'), text: (textAt(body, 'text') ?? '').trim() };
}
