import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images/signed-images.ts';
import type { ContainerApi } from '../meta/containers.ts';
import { findContainer } from '../meta/find-container.ts';
import { readBackFromGraph } from '../meta/read-back-from-graph.ts';
import { readGraphRefusal } from '../meta/read-graph-refusal.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectedAccount, JsonObject, Platform } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { createInstagramOauth, type InstagramPlaces, refreshOnInstagram } from './instagram-oauth.ts';
import { publishToInstagram } from './publish-to-instagram.ts';

const VERSION = 'v24.0';

const PLACES: InstagramPlaces = {
  graph: 'https://graph.instagram.com',
  api: 'https://api.instagram.com',
  site: 'https://www.instagram.com',
};

/**
 * Professional accounts through the Instagram API with Instagram Login (developers.facebook.com). Askable: a
 * container's status is available for a day. It only fetches JPEG from an address.
 */
export function createInstagramPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  places = PLACES,
): Platform {
  const base = `${places.graph}/${VERSION}`;
  const containers: ContainerApi = {
    label: network.label,
    base,
    createEdge: 'media',
    publishEdge: 'media_publish',
    listEdge: 'media',
    textField: 'caption',
    statusField: 'status_code',
  };
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    provenBy: 'reference stand-in',
    takesImages: 'fetched',
    imageTypes: ['image/jpeg'],
    fields: [],
    kept: ['accessToken', 'userId'],
    oauth: createInstagramOauth(outbound, client, places, (api, account) => identify(base, api, account)),
    readRefusal: readGraphRefusal,
    identify: ({ account, api }) => identify(base, api, account),
    build: buildPost,
    publish: (call) => publishToInstagram(containers, call),
    find: (call) => findContainer(containers, call),
    readBack: (call) => readBackFromGraph(base, 'caption', call),
    refresh: ({ account, api }) => refreshOnInstagram(places, api, account),
  });
}

function buildPost({ parts: [{ text }] }: PostWords, { media }: PostExtras): JsonObject {
  const { images = [] } = signedImages(media);
  return { ...(images.length > 1 && { media_type: 'CAROUSEL' }), caption: text, ...(images.length > 0 && { images }) };
}

async function identify(base: string, api: Api, account: AccountValues): Promise<ConnectedAccount> {
  const accessToken = account.accessToken ?? '';
  const query = new URLSearchParams({ fields: 'user_id,username', access_token: accessToken });
  const { body } = await api.ask({ url: `${base}/me?${query}` });
  const userId = requiredText('Instagram', body, 'user_id');
  return { handle: `@${textAt(body, 'username') ?? userId}`, externalId: userId, credentials: { accessToken, userId } };
}
