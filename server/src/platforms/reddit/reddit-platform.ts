import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { basic, renewTokens } from '../oauth/tokens.ts';
import type { Platform } from '../platform.ts';
import { buildRedditPost } from './build-reddit-post.ts';
import { findOnReddit, readBackFromReddit } from './find-on-reddit.ts';
import { publishToReddit } from './publish-to-reddit.ts';
import { readRefusal } from './read-refusal.ts';
import { createRedditOauth, identifyOnReddit, type RedditHosts, userAgent } from './reddit-oauth.ts';

/** One subreddit through Reddit's API (reddit.com/dev/api). Askable: a person's own submissions can be listed. */
export function createRedditPlatform(
  network: NetworkRules,
  outbound: Outbound,
  website: string,
  client: OauthClient | undefined,
  api = 'https://oauth.reddit.com',
  site = 'https://www.reddit.com',
): Platform {
  const hosts: RedditHosts = { api, site, website };
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    renewsByClient: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'username', 'subreddit'],
    oauth: createRedditOauth(outbound, client, hosts),
    readRefusal,
    identify: (call) => identifyOnReddit(hosts, call),
    build: buildRedditPost,
    publish: (call) => publishToReddit(hosts, call),
    find: (call) => findOnReddit(hosts, call),
    readBack: (call) => readBackFromReddit(hosts, call),
    refresh: (call) =>
      renewTokens(call, {
        label: network.label,
        prefix: 'REDDIT',
        client,
        url: `${site}/api/v1/access_token`,
        request: (known) => ({ headers: { ...basic(known), ...userAgent(hosts, call.account) } }),
      }),
  });
}
