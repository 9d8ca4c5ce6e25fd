import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import type { NetworkRules } from '../network-rules.ts';
import { renewTokens } from '../oauth/tokens.ts';
import type { Platform } from '../platform.ts';
import { buildLocalPost } from './build-local-post.ts';
import { createGoogleBusinessOauth, type GoogleHosts, identifyLocation } from './google-business-oauth.ts';
import { findLocalPost, publishLocalPost, readBackLocalPost } from './local-posts.ts';
import { readRefusal } from './read-refusal.ts';

const HOSTS: GoogleHosts = {
  accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1',
  locations: 'https://mybusinessbusinessinformation.googleapis.com/v1',
  posts: 'https://mybusiness.googleapis.com/v4',
  tokens: 'https://oauth2.googleapis.com/token',
  site: 'https://accounts.google.com',
};

/**
 * The posts of one business location (developers.google.com/my-business). Askable: a location's posts can be listed.
 * Google fetches pictures from this service: local posts have no upload.
 */
export function createGoogleBusinessPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  hosts: GoogleHosts = HOSTS,
): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    renewsByClient: true,
    provenBy: 'reference stand-in',
    takesImages: 'fetched',
    imageTypes: ['image/jpeg', 'image/png'],
    fields: [],
    kept: ['accessToken', 'refreshToken', 'accountName', 'locationName'],
    oauth: createGoogleBusinessOauth(outbound, client, hosts),
    readRefusal,
    identify: (call) => identifyLocation(hosts, call),
    build: buildLocalPost,
    publish: (call) => publishLocalPost(hosts, call),
    find: (call) => findLocalPost(hosts, call),
    readBack: (call) => readBackLocalPost(hosts, call),
    refresh: (call) =>
      renewTokens(call, {
        label: network.label,
        prefix: 'GOOGLE_BUSINESS',
        client,
        url: hosts.tokens,
        request: ({ id, secret }) => ({ form: { client_id: id, client_secret: secret } }),
      }),
  });
}
