import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images/signed-images.ts';
import type { ContainerApi } from '../meta/containers.ts';
import { readBackFromGraph } from '../meta/read-back-from-graph.ts';
import { readGraphRefusal } from '../meta/read-graph-refusal.ts';
import type { NetworkRules } from '../network-rules.ts';
import { endOf } from '../oauth/oauth-call.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import type { ConnectedAccount, JsonObject, Platform, PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { findOnThreads, publishToThreads } from './thread-on-threads.ts';

/**
 * Threads through its own API (developers.facebook.com, Threads API). Askable: a container's status is available for
 * a day.
 */
export function createThreadsPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  origin = 'https://graph.threads.net',
  site = 'https://threads.net',
): Platform {
  const containers: ContainerApi = {
    label: network.label,
    base: `${origin}/v1.0`,
    createEdge: 'threads',
    publishEdge: 'threads_publish',
    listEdge: 'threads',
    repliesEdge: 'replies',
    textField: 'text',
    statusField: 'status',
    imageType: 'IMAGE',
  };
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    continuesThreads: true,
    provenBy: 'reference stand-in',
    takesImages: 'fetched',
    fields: [],
    kept: ['accessToken', 'userId'],
    oauth: createOauth(outbound, client, origin, site),
    readRefusal: readGraphRefusal,
    identify: ({ account, api }) => identify(origin, api, account),
    build: buildPost,
    publish: (call) => publishToThreads(containers, call),
    find: (call) => findOnThreads(containers, call),
    readBack: (call) => readBackFromGraph(containers.base, 'text', call),
    refresh: ({ account, api }) => refresh(origin, api, account),
  });
}

/** The first post has the images, or the card of a link; the others are replies of text alone. */
function buildPost({ parts: [{ text }, ...thread] }: PostWords, { link, media }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const replies = thread.map((reply) => ({ media_type: 'TEXT', text: reply.text }));
  const words = { text, ...(replies.length > 0 && { replies }) };
  if (images) return { media_type: images.length > 1 ? 'CAROUSEL' : 'IMAGE', ...words, images };
  return { media_type: 'TEXT', ...words, ...(link !== null && { link_attachment: storableText(link) }) };
}

async function identify(origin: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const accessToken = account.accessToken ?? '';
  const query = new URLSearchParams({ fields: 'id,username', access_token: accessToken });
  const { body } = await api.ask({ url: `${origin}/v1.0/me?${query}` });
  const userId = requiredText('Threads', body, 'id');
  return { handle: `@${textAt(body, 'username') ?? userId}`, externalId: userId, credentials: { accessToken, userId } };
}

/** Get Access Tokens: the code becomes a token for an hour, and that one for 60 days. */
function createOauth(outbound: Outbound, client: OauthClient | undefined, origin: string, site: string): PlatformOauth {
  return createCodeFlow({
    outbound,
    label: 'Threads',
    prefix: 'THREADS',
    client,
    authorizeUrl: `${site}/oauth/authorize`,
    scope: 'threads_basic,threads_content_publish,threads_manage_replies,threads_read_replies',
    readRefusal: readGraphRefusal,
    async exchange({ api, client: { id, secret }, code, redirectUri }) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: id, client_secret: secret };
      const { body: short } = await api.ask({ url: `${origin}/oauth/access_token`, form });
      const token = requiredText('Threads', short, 'access_token');
      const query = new URLSearchParams({ grant_type: 'th_exchange_token', client_secret: secret, access_token: token });
      const { body } = await api.ask({ url: `${origin}/access_token?${query}` });
      const connected = await identify(origin, api, { accessToken: requiredText('Threads', body, 'access_token') });
      return [{ ...connected, ...endOf(textAt(body, 'expires_in')) }];
    },
  });
}

/** Long-lived tokens are renewed before they end; afterwards only the person can. */
async function refresh(origin: string, api: Api, account: AccountValues) {
  const query = new URLSearchParams({ grant_type: 'th_refresh_token', access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${origin}/refresh_access_token?${query}` });
  const accessToken = requiredText('Threads', body, 'access_token');
  return { credentials: { ...account, accessToken }, ...endOf(textAt(body, 'expires_in')) };
}
