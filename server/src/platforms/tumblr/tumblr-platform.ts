import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { bearer, type Renewal, renewTokens, tokensOf } from '../oauth/tokens.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Platform, type PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { videoOf } from '../videos.ts';
import { buildTumblrPost } from './build-tumblr-post.ts';
import { editOnTumblr, findOnTumblr, publishToTumblr, readMetricsFromTumblr } from './publish-to-tumblr.ts';

/** `offline_access` brings the refresh token: an access token lasts for 42 minutes. */
const SCOPE = 'basic write offline_access';

const BLOG_FIELD: ConnectField = {
  name: 'blog',
  label: 'Blog',
  help: 'The name of the blog; left empty, the account’s primary blog. To use several blogs, connect each of them.',
  placeholder: 'harbour',
  isSecret: false,
  isOptional: true,
};

interface Blog extends PostingPlace {
  isPrimary: boolean;
}

/** github.com/tumblr/docs api.md, OAuth2 Authorization; the blog is chosen by its name beforehand. */
function createTumblrOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'Tumblr',
    prefix: 'TUMBLR',
    client,
    authorizeUrl: `${site}/oauth2/authorize`,
    scope: SCOPE,
    fields: [BLOG_FIELD],
    async exchange({ api, client: known, code, redirectUri, entered }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: known.id, client_secret: known.secret };
      const { body } = await api.ask({ url: `${base}/v2/oauth2/token`, form });
      const tokens = tokensOf('Tumblr', body);
      const blogs = await listBlogs(base, api, tokens.account);
      const primary = blogs.find(({ isPrimary }) => isPrimary) ?? blogs[0];
      const blog = entered.blog || !primary ? pickPlace('Tumblr', entered.blog ?? '', blogs) : primary;
      return [{ ...connectedTo(blog, tokens.account), ...tokens.end }];
    },
  });
}

function tokenRequest(base: string): Pick<Renewal, 'url' | 'request'> {
  return { url: `${base}/v2/oauth2/token`, request: ({ id, secret }) => ({ form: { client_id: id, client_secret: secret } }) };
}

/** Whether the account still has the connected blog. */
async function identifyBlog(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const blog = (await listBlogs(base, api, account)).find(({ id }) => id === account.blogId);
  if (!blog) throw new ConnectError(say`The account may not post to the blog any more.`);
  return connectedTo(blog, account);
}

const connectedTo = ({ id, name }: Blog, account: AccountValues): ConnectedAccount => ({
  handle: `${name}.tumblr.com`,
  externalId: id,
  credentials: { ...account, blogId: id, blogName: name },
});

/** GET /v2/user/info: the blogs that the account may post to. */
async function listBlogs(base: string, api: Api, account: AccountValues): Promise<Blog[]> {
  const { body } = await api.ask({ url: `${base}/v2/user/info`, headers: bearer(account) });
  return listAt(body, 'response', 'user', 'blogs').map((blog) => ({
    id: requiredText('Tumblr', blog, 'uuid'),
    name: textAt(blog, 'name') ?? '',
    isPrimary: at(blog, 'primary') === true,
  }));
}

/** One blog through Tumblr's API v2 (github.com/tumblr/docs). Askable: the blog's posts can be listed. */
export function createTumblrPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  base = 'https://api.tumblr.com',
  site = 'https://www.tumblr.com',
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    renewsByClient: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'blogId', 'blogName'],
    oauth: createTumblrOauth(outbound, client, base, site),
    readRefusal,
    identify: ({ account, api }) => identifyBlog(base, api, account),
    build: buildTumblrPost,
    publish: (call) => publishToTumblr(base, call),
    edit: (call) => editOnTumblr(base, call),
    refusesEdit: (payload) => (imagesOf(payload).length > 0 || videoOf(payload) ? MEDIA_IN_TEXT : null),
    find: (call) => findOnTumblr(base, call),
    readMetrics: (call) => readMetricsFromTumblr(base, call),
    refresh: (call) => renewTokens(call, { label: network.label, prefix: 'TUMBLR', client, ...tokenRequest(base) }),
  });
}

/** Subcodes with status 403 that are about today, not about the account (api.md, Errors and Error Subcodes). */
const DAILY_LIMITS = ['8004', '8022', '8023'];
/** Daily limits are per calendar day of Tumblr's clock; asked for again within the day. */
const TRY_AGAIN_SECONDS = 3_600;

/** `{"meta": {"status": 400, "msg": "Bad Request"}, "errors": [{"title": "…", "code": 8001}]}`; or the errors of OAuth. */
function readRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  const reason = textAt(body, 'errors', 0, 'detail') ?? textAt(body, 'errors', 0, 'title');
  const message = reason ?? textAt(body, 'error_description') ?? textAt(body, 'error') ?? textAt(body, 'meta', 'msg');
  if (status < 400 || message === null) return null;
  const code = textAt(body, 'errors', 0, 'code') ?? textAt(body, 'error') ?? '';
  if (DAILY_LIMITS.includes(code)) return { kind: 'rate_limited', message, code, retryAfterSeconds: TRY_AGAIN_SECONDS };
  const reset = status === 429 ? resetOf(headers) : 0;
  return {
    message,
    code,
    // The blog was deleted, or is no longer the account's.
    ...(status === 404 && { kind: 'unauthorized' }),
    ...(reset > 0 && { retryAfterSeconds: reset }),
  };
}

/** Seconds until the exhausted limit of the app is lifted. */
function resetOf(headers: ApiAnswer['headers']): number {
  const exhausted = ['perhour', 'perday'].filter((period) => headers.get(`x-ratelimit-${period}-remaining`) === '0');
  return Math.max(0, ...exhausted.map((period) => Number(headers.get(`x-ratelimit-${period}-reset`) ?? 0) || 0));
}
