import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { serverLimit } from '../network-rules.ts';
import { createRenewableFlow } from '../oauth/oauth-code-flow.ts';
import { basic, bearer } from '../oauth/tokens.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Json, type JsonObject } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { REQUIREMENTS } from './post-requirements.ts';
import { readRefusal } from './read-refusal.ts';

/** The addresses of Reddit and of this service. */
export interface RedditHosts {
  api: string;
  site: string;
  website: string;
}

/** `history` lists the own submissions, `flair` the flairs of a subreddit, `edit` changes and removes own posts (reddit.com/dev/api). */
const SCOPE = 'identity submit read flair history edit';

const SUBREDDIT_FIELD: ConnectField = {
  name: 'subreddit',
  label: 'Subreddit',
  help: 'The name of the community that is posted to. To use several, connect each of them.',
  placeholder: 'r/harbour',
  isSecret: false,
};

/** github.com/reddit-archive/reddit/wiki/OAuth2; `permanent` brings the refresh token. */
export function createRedditOauth(outbound: Outbound, client: OauthClient | undefined, hosts: RedditHosts) {
  return createRenewableFlow({
    outbound,
    label: 'Reddit',
    prefix: 'REDDIT',
    client,
    authorizeUrl: `${hosts.site}/api/v1/authorize`,
    scope: SCOPE,
    parameters: { duration: 'permanent' },
    fields: [SUBREDDIT_FIELD],
    readRefusal,
    tokenUrl: `${hosts.site}/api/v1/access_token`,
    // OAuth2, Manually Revoking a Token: with a refresh token, those that it has brought end as well.
    revocation: { url: `${hosts.site}/api/v1/revoke_token`, token: 'refreshToken' },
    request: (known, account) => ({ headers: { ...basic(known), ...userAgent(hosts, account) } }),
    identify: ({ api, account, entered }) => identifyOnReddit(hosts, { api, account: { ...account, ...entered } }),
  });
}

/** The account, and whether it may post to the subreddit. Throws ConnectError. */
export async function identifyOnReddit(hosts: RedditHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<ConnectedAccount> {
  const subreddit = (account.subreddit ?? '').replace(/^\/?r\//i, '');
  if (!/^\w{2,24}$/.test(subreddit)) throw new ConnectError(say`"subreddit" must be the name of a community, for instance "r/harbour".`);
  const { body: me } = await api.ask({ url: `${hosts.api}/api/v1/me`, headers: headersOf(hosts, account) });
  const username = requiredText('Reddit', me, 'name');
  const known = { ...account, username, subreddit };
  const about = await readAbout(hosts, { api, account: known });
  const place = `r/${textAt(about, 'display_name') ?? subreddit}`;
  if (at(about, 'user_is_banned') === true) throw new ConnectError(say`u/${username} is banned from ${place}.`);
  if (at(about, 'subreddit_type') === 'restricted' && !mayPost(about))
    throw new ConnectError(say`Only approved users post to ${place}. Ask its moderators to approve u/${username}.`);
  const call = { api, account: known };
  const [requirements, flairs] = [await readRequirements(hosts, call), await readFlairs(hosts, call)];
  const source = `What ${place} requires of posts (post_requirements)`;
  const limits = [
    ...serverLimit(at(requirements, 'title_text_max_length'), { field: 'title', unit: 'code_points', source }),
    ...serverLimit(at(requirements, 'body_text_max_length'), { field: 'text', unit: 'code_points', source }),
    { place, demands: { ...requirements, flairs: flairs?.map(({ text }) => text) ?? null } },
  ];
  return {
    handle: `${place} (u/${username})`,
    externalId: `${requiredText('Reddit', me, 'id')}/${requiredText('Reddit', about, 'name')}`,
    credentials: { ...known, subreddit: textAt(about, 'display_name') ?? subreddit },
    // Also none: what was required before may be no longer.
    limits,
  };
}

/** GET /r/{subreddit}/about; for an unknown name Reddit returns a list of search results, or redirects to it. */
async function readAbout(hosts: RedditHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<Json> {
  const url = `${hosts.api}/r/${account.subreddit}/about?raw_json=1`;
  try {
    const { body } = await api.ask({ url, headers: headersOf(hosts, account), alsoSucceeds: [302], mayBeEmpty: true });
    if (textAt(body, 'kind') === 't5') return at(body, 'data') ?? {};
  } catch (error) {
    const reason = error instanceof ApiFault ? error.code : '';
    if (reason === 'private' || reason === 'quarantined' || reason === 'gold_only')
      throw new ConnectError(say`r/${account.subreddit ?? ''} is closed to u/${account.username ?? ''}.`);
    if (!(error instanceof ApiFault && error.outcome.kind === 'rejected')) throw error;
  }
  throw new ConnectError(say`Reddit has no r/${account.subreddit ?? ''}. Check how it is written.`);
}

const mayPost = (about: Json): boolean => at(about, 'user_is_contributor') === true || at(about, 'user_is_moderator') === true;

/** GET /api/v1/{subreddit}/post_requirements; an empty object where there are none. */
export async function readRequirements(hosts: RedditHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<JsonObject> {
  try {
    const url = `${hosts.api}/api/v1/${account.subreddit}/post_requirements?raw_json=1`;
    const { body } = await api.ask({ url, headers: headersOf(hosts, account) });
    return Object.fromEntries(REQUIREMENTS.flatMap((name) => (at(body, name) == null ? [] : [[name, at(body, name) as Json]])));
  } catch (error) {
    if (error instanceof ApiFault && ['rejected', 'unauthorized'].includes(error.outcome.kind)) return {};
    throw error;
  }
}

/** The flairs that the account may choose from. */
export interface Flair {
  id: string;
  text: string;
}

/** GET /r/{subreddit}/api/link_flair_v2; null where the account may choose none, as where only moderators set them. */
export async function readFlairs(hosts: RedditHosts, { api, account }: Pick<Call, 'api' | 'account'>): Promise<Flair[] | null> {
  const url = `${hosts.api}/r/${account.subreddit}/api/link_flair_v2?raw_json=1`;
  try {
    const { body } = await api.ask({ url, headers: headersOf(hosts, account) });
    return listAt(body).map((flair) => ({ id: requiredText('Reddit', flair, 'id'), text: textAt(flair, 'text') ?? '' }));
  } catch (error) {
    if (error instanceof ApiFault && error.code === '403') return null;
    throw error;
  }
}

export const headersOf = (hosts: RedditHosts, account: AccountValues) => ({ ...bearer(account), ...userAgent(hosts, account) });

/** `<platform>:<app id>:<version> (by /u/<username>)`; requests with another one are limited (Reddit Data API wiki). */
function userAgent({ website }: RedditHosts, { username }: AccountValues): { 'user-agent': string } {
  const by = username ? `by /u/${username}` : `+${website}`;
  return { 'user-agent': `web:${URL.parse(website)?.host ?? 'countersign'}:1 (${by})` };
}
