import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { at, countAt, figuresAt, listAt, onOneLine, requiredText, textAt } from '../api/read-json.ts';
import { type CommentCall, createConnector, type FindCall, type ReadBackCall } from '../connector.ts';
import { buildLinkedinPost, LINKEDIN_FACTS, readLinkedinRefusal } from '../linkedin/linkedin-platform.ts';
import { linkedinRules } from '../linkedin/linkedin-rules.ts';
import {
  addressOfPost,
  commentOnLinkedin,
  editOnLinkedin,
  publishToLinkedin,
  retractFromLinkedin,
} from '../linkedin/publish-to-linkedin.ts';
import { authorOf, headersOf } from '../linkedin/upload-video.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { clientForm } from '../oauth/tokens.ts';
import { onlyPost } from '../platform/outcome.ts';
import type { ComparedFields } from '../platform/read-back.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type Figure,
  type Json,
  type LookupResult,
  type Metric,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** A page takes the same posts as a person (learn.microsoft.com, Posts API, which has one kind of post for both). */
export const linkedinPageRules: NetworkRules = { ...linkedinRules, id: 'linkedin_page', label: 'LinkedIn page' };

/**
 * The company pages of a person, by LinkedIn's Community Management API (learn.microsoft.com), which LinkedIn gives only
 * to an app without other products: its client is not that of `linkedin`. Blind, as for people; but a page's posts can
 * be read, so they are found, read back and counted.
 */
export function createLinkedinPagePlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.linkedin.com',
  site = 'https://www.linkedin.com',
): Platform {
  const { label } = network;
  return createConnector({
    network,
    outbound,
    ...LINKEDIN_FACTS,
    fields: [],
    kept: ['accessToken', 'refreshToken', 'organizationId'],
    ...createRenewableFlow({
      outbound,
      label,
      prefix: 'LINKEDIN_PAGE',
      client,
      authorizeUrl: `${site}/oauth/v2/authorization`,
      tokenUrl: `${site}/oauth/v2/accessToken`,
      refreshTokenLifetime: 'refresh_token_expires_in',
      scope: 'rw_organization_admin w_organization_social r_organization_social',
      readRefusal: readLinkedinRefusal,
      needs: ['w_organization_social'],
      request: clientForm,
      identify: ({ api, account }) => listPages(base, api, account),
    }),
    readRefusal: readLinkedinRefusal,
    identify: ({ api, account }) => identify(base, api, account),
    build: buildLinkedinPost,
    publish: (call) => publishToLinkedin(base, call),
    comments: { send: (call) => commentOnLinkedin(base, call), find: (call) => findComment(base, call) },
    find: (call) => find(base, call),
    readBack: (call) => readBack(base, call),
    readMetrics: (call) => readMetrics(base, call),
    edit: (call) => editOnLinkedin(base, call),
    retract: (call) => retractFromLinkedin(base, call),
  });
}

/** The roles that may publish for a page; the documentation names the second one in both ways. */
const PUBLISHERS: readonly (string | null)[] = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN'];

/** The most of one answer (learn.microsoft.com, Pagination), and the most roles that are read. */
const PAGE = 100;
const MOST_ROLES = 2_000;

/** Organization Access Control by Role: the pages for which the person may publish, by their ids. */
async function publishablePages(base: string, api: Api, account: AccountValues): Promise<string[]> {
  const roles: Json[] = [];
  for (let start = 0; start < MOST_ROLES && start === roles.length; start += PAGE) {
    const url = `${base}/rest/organizationAcls?q=roleAssignee&state=APPROVED&start=${start}&count=${PAGE}`;
    const { body } = await api.ask({ url, headers: headersOf(account) });
    roles.push(...listAt(body, 'elements'));
  }
  const ids = roles
    .filter((each) => PUBLISHERS.includes(textAt(each, 'role')))
    .flatMap((each) => /^urn:li:organization:(\d+)$/.exec(textAt(each, 'organization') ?? '')?.[1] ?? []);
  return [...new Set(ids)];
}

const NO_PAGE = say`You administer no page at LinkedIn. Ask an administrator of the page to add you.`;

/** By name: Organization Lookup. */
async function listPages(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount[]> {
  const ids = await publishablePages(base, api, account);
  if (ids.length === 0) throw new ConnectError(NO_PAGE);
  const names = new Map<string, string | null>();
  for (let start = 0; start < ids.length; start += PAGE) {
    const some = ids.slice(start, start + PAGE);
    const { body } = await api.ask({ url: `${base}/rest/organizations?ids=List(${some.join(',')})`, headers: headersOf(account) });
    for (const id of some) names.set(id, textAt(body, 'results', id, 'localizedName'));
  }
  return ids.map((organizationId) => ({
    handle: names.get(organizationId) ?? organizationId,
    externalId: organizationId,
    credentials: { ...account, organizationId },
  }));
}

/** Only an administrator of a page may read the page itself, so its name is that of the sign-in. */
async function identify(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const { organizationId = '' } = account;
  if (!(await publishablePages(base, api, account)).includes(organizationId)) throw new ConnectError(NO_PAGE);
  return { handle: organizationId, externalId: organizationId, credentials: { ...account, organizationId } };
}

/** Posts API, Find Posts by Author. That the list lacks a post proves nothing: a new one is not always in it yet. */
async function find(base: string, call: FindCall): Promise<LookupResult> {
  const { payload, account, intent, api } = call;
  const query = new URLSearchParams({ author: authorOf(call), q: 'author', count: '50', sortBy: 'CREATED' });
  const headers = { ...headersOf(account), 'x-restli-method': 'FINDER' };
  const { body } = await api.ask({ url: `${base}/rest/posts?${query}`, headers });
  const matching = listAt(body, 'elements').filter(
    (post) => (countAt(post, 'createdAt') ?? 0) >= sinceIntent(intent) && textOf(post) === textOf(payload),
  );
  const publishedAs = (post: Json) => {
    const providerId = requiredText('LinkedIn', post, 'id');
    return { providerId, url: addressOfPost(providerId) };
  };
  const found = onlyPost('The page', textOf(payload), matching, publishedAs);
  if (found) return found;
  return { kind: 'unsure', message: 'LinkedIn lists no such post of the page yet.' };
}

/** Comments API, Get Comments on Shares: one of the page's own with these words. */
async function findComment(base: string, call: Omit<CommentCall, 'onSending'>): Promise<LookupResult> {
  const { payload, account, post, api } = call;
  const url = `${base}/rest/socialActions/${encodeURIComponent(post.providerId)}/comments?count=100`;
  const { body } = await api.ask({ url, headers: headersOf(account) });
  const found = listAt(body, 'elements').find(
    (each) => textAt(each, 'actor') === authorOf(call) && onOneLine(at(each, 'message', 'text')) === onOneLine(payload.text),
  );
  if (!found) return { kind: 'unsure', message: 'LinkedIn lists no such comment of the page.' };
  return { kind: 'found', providerId: textAt(found, 'commentUrn') ?? requiredText('LinkedIn', found, 'id'), url: post.url };
}

/** Posts API, Get Posts by URN: the text of the post, in the format in which it was sent. */
async function readBack(base: string, { payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const url = `${base}/rest/posts/${encodeURIComponent(post.providerId)}`;
  const answer = await api.look({ url, headers: headersOf(account) });
  if (!answer) return { kind: 'gone', seenBy: 'account' };
  return { kind: 'found', seenBy: 'account', signed: fieldsOf(payload), published: fieldsOf(answer.body) };
}

/** The text as readers see it, and the link of an article. */
function fieldsOf(post: Json): ComparedFields {
  const link = textAt(post, 'content', 'article', 'source');
  return { text: textOf(post), ...(link && { links: link }) };
}

/** little Text Format: the text without its escapes and templates. */
function textOf(post: Json): string {
  const commentary = textAt(post, 'commentary') ?? '';
  return onOneLine(commentary.replaceAll(/\{hashtag\|\\?#\|((?:\\.|[^\\}])*)\}/g, '#$1').replaceAll(/\\(.)/g, '$1'));
}

const STATISTICS: Readonly<Record<string, Metric>> = {
  impressionCount: 'views',
  uniqueImpressionsCount: 'reach',
  likeCount: 'likes',
  commentCount: 'replies',
  shareCount: 'reposts',
  clickCount: 'clicks',
};

/** Organization Share Statistics: of one post, for administrators of the page. They do not say whether the post still exists. */
async function readMetrics(base: string, call: ReadBackCall): Promise<readonly Figure[] | null> {
  const { account, post, api } = call;
  const headers = headersOf(account);
  const urn = encodeURIComponent(post.providerId);
  if (!(await api.look({ url: `${base}/rest/posts/${urn}`, headers }))) return null;
  const list = post.providerId.includes(':ugcPost:') ? 'ugcPosts' : 'shares';
  const query = `q=organizationalEntity&organizationalEntity=${encodeURIComponent(authorOf(call))}&${list}=List(${urn})`;
  const { body } = await api.ask({ url: `${base}/rest/organizationalEntityShareStatistics?${query}`, headers });
  return figuresAt(at(body, 'elements', 0, 'totalShareStatistics'), STATISTICS);
}
