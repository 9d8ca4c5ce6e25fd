import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { basic, renewTokens } from '../oauth/tokens.ts';
import type { JsonObject, Platform } from '../platform.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { findCommentOnReddit, findOnReddit, readBackFromReddit, readMetricsFromReddit } from './find-on-reddit.ts';
import { commentOnReddit, editOnReddit, publishToReddit } from './publish-to-reddit.ts';
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
    takesAnimations: 'alone',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'username', 'subreddit'],
    oauth: createRedditOauth(outbound, client, hosts),
    readRefusal,
    identify: (call) => identifyOnReddit(hosts, call),
    build: buildRedditPost,
    publish: (call) => publishToReddit(hosts, call),
    comments: { send: (call) => commentOnReddit(hosts, call), find: (call) => findCommentOnReddit(hosts, call) },
    find: (call) => findOnReddit(hosts, call),
    readBack: (call) => readBackFromReddit(hosts, call),
    edit: (call) => editOnReddit(hosts, call),
    keepsTitle: true,
    refusesEdit: ({ kind }) => (kind === 'self' ? null : say`On Reddit only posts of text can be edited.`),
    readMetrics: (call) => readMetricsFromReddit(hosts, call),
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

/**
 * reddit.com/dev/api, POST /api/submit: a post has pictures, or is a link, or is a text. It is a link only where no
 * text would be lost: where the text is nothing but the title or the link.
 */
function buildRedditPost({ title, parts: [{ text, sent }] }: PostWords, { link, media, settings }: PostExtras): JsonObject {
  const { images } = signedImages(media, { hasAltText: false });
  const named = { title: title ?? '', ...settings };
  if (images) return { kind: images.length > 1 ? 'gallery' : 'image', ...named, text: sent, images };
  const words = text.trim();
  const isBare = words === '' || words === link || (words === title && link !== null && !words.includes(link));
  if (link !== null && isBare) return { kind: 'link', ...named, url: storableText(link) };
  return { kind: 'self', ...named, text: sent };
}
