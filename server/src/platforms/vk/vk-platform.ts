import { createHash } from 'node:crypto';
import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { renewTokens } from '../oauth/tokens.ts';
import type { JsonObject, Platform } from '../platform.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { commentOnVk, publishToVk } from './publish-to-vk.ts';
import { readRefusal } from './read-refusal.ts';
import { createVkOauth, identifyWall, type VkHosts } from './vk-oauth.ts';
import { findCommentOnWall, findOnWall, readBackFromWall, readMetricsFromWall } from './wall.ts';

const HOSTS: VkHosts = { api: 'https://api.vk.com/method', site: 'https://id.vk.com' };
/** dev.vk.com wall.post: attachments. */
const MOST_ATTACHMENTS = 10;

/**
 * One wall through VK's API (dev.vk.com): a person's own, or a community's. Askable: a wall can be read. The `guid` of
 * a post keeps VK from publishing it twice for a while, too.
 */
export function createVkPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  hosts: VkHosts = HOSTS,
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
    fields: [],
    kept: ['accessToken', 'refreshToken', 'deviceId', 'ownerId'],
    oauth: createVkOauth(outbound, client, hosts),
    readRefusal,
    identify: (call) => identifyWall(hosts, call),
    build: buildWallPost,
    allocate: (_payload, { id }) => ({ guid: createHash('sha256').update(id).digest('hex').slice(0, 32) }),
    publish: (call) => publishToVk(hosts, call),
    comments: { send: (call) => commentOnVk(hosts, call), find: (call) => findCommentOnWall(hosts, call) },
    find: (call) => findOnWall(hosts, call),
    readBack: (call) => readBackFromWall(hosts, call),
    readMetrics: (call) => readMetricsFromWall(hosts, call),
    refresh: (call) =>
      renewTokens(call, {
        label: network.label,
        prefix: 'VK',
        client,
        url: `${hosts.site}/oauth2/auth`,
        request: ({ id, secret }) => ({ form: { client_id: id, client_secret: secret, device_id: call.account.deviceId ?? '' } }),
      }),
  });
}

/** The link is an attachment, as the pictures are. */
function buildWallPost({ parts: [{ text }] }: PostWords, { link, media }: PostExtras): JsonObject {
  const pictures = signedImages(media, { hasAltText: false });
  const hasRoom = (pictures.images?.length ?? 0) < MOST_ATTACHMENTS;
  return { message: text, ...(link !== null && hasRoom && { link: storableText(link) }), ...pictures };
}
