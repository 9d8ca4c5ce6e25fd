import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { type PostingPlace, pickPlace } from '../oauth/pick-place.ts';
import { bearer, type Renewal, tokensOf } from '../oauth/tokens.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

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
export function createTumblrOauth(outbound: Outbound, client: OauthClient | undefined, base: string, site: string): PlatformOauth {
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

export function tokenRequest(base: string): Pick<Renewal, 'url' | 'request'> {
  return { url: `${base}/v2/oauth2/token`, request: ({ id, secret }) => ({ form: { client_id: id, client_secret: secret } }) };
}

/** Whether the account still has the connected blog. */
export async function identifyBlog(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
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
