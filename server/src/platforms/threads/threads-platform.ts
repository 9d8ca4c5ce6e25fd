import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Api } from '../api/create-api.ts';
import { requiredText, textAt } from '../api/read-json.ts';
import { createConnector, type FindCall, type PublishCall, type ReadBackCall } from '../connector.ts';
import { signedImages } from '../images.ts';
import { type ContainerApi, findContainer, findPublished, readContainer } from '../meta/containers.ts';
import { publishOne } from '../meta/publish-container.ts';
import { readBackFromGraph, readGraphRefusal, readInsights } from '../meta/read-graph-refusal.ts';
import type { NetworkRules } from '../network-rules.ts';
import { createCodeFlow } from '../oauth/oauth-code-flow.ts';
import { endOf } from '../oauth/tokens.ts';
import type { CommentedPost, ConnectedAccount, Figure, JsonObject, LookupResult, Outcome, Platform, PlatformOauth } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { findThread, sendThread } from '../send-thread.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { signedVideo } from '../videos.ts';

/**
 * Threads through its own API (developers.facebook.com, Threads API). Askable: a container's status is available for
 * a day.
 */
export function createThreadsPlatform(
  network: NetworkRules,
  outbound: Outbound,
  client: OauthClient | undefined,
  origin = 'https://graph.threads.com',
  site = 'https://threads.com',
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
    reasonField: 'error_message',
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
    takesAltTextOf: ['image', 'video'],
    takesVideo: 'fetched',
    fields: [],
    kept: ['accessToken', 'userId'],
    // Of 60 days; what has expired cannot be renewed.
    renewsAheadDays: 30,
    oauth: createOauth(outbound, client, origin, site),
    readRefusal: readGraphRefusal,
    identify: ({ account, api }) => identify(origin, api, account),
    build: buildPost,
    publish: (call) => publishToThreads(containers, call),
    comments: 'as posts',
    find: (call) => findOnThreads(containers, call),
    readBack: (call) => readBackFromGraph(containers.base, 'text', call),
    ...(client?.readsMetrics && { readMetrics: (call: ReadBackCall) => readMetrics(containers.base, call) }),
    refresh: ({ account, api }) => refresh(origin, api, account),
  });
}

/** The first post has the images, or the card of a link; the others are replies of text alone. */
function buildPost({ parts: [{ text }, ...thread] }: PostWords, { link, media }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const replies = thread.map((reply) => ({ media_type: 'TEXT', text: reply.text }));
  const words = { text, ...(replies.length > 0 && { replies }) };
  if (images) return { media_type: images.length > 1 ? 'CAROUSEL' : 'IMAGE', ...words, images };
  const { video } = signedVideo(media);
  if (video) return { media_type: 'VIDEO', ...words, video };
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
    metricsScope: 'threads_manage_insights',
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

/** The intent's key for the container of each post; the first is that of a post without replies. */
const keyAt = (index: number): string => (index === 0 ? 'containerId' : `containerId${index + 1}`);

/**
 * Publishes each post of a thread as a reply to the preceding one (developers.facebook.com, Threads API, Create
 * Replies). The id of every container is stored before it is published, and a container is published once at most:
 * the same intent again continues a thread where it was cut off.
 */
async function publishToThreads(api: ContainerApi, call: PublishCall): Promise<Outcome> {
  const replyTo = call.replyTo && { id: await lastOnThreads(api, call, call.replyTo), url: null };
  return sendThread(
    postsOfThread(call.payload),
    (post, parent, index) => publishOne(api, { ...call, payload: { ...post, ...(parent && { reply_to_id: parent.id }) } }, keyAt(index)),
    replyTo,
  );
}

/** The id of the last post of a thread, which a comment goes under. */
async function lastOnThreads(api: ContainerApi, call: PublishCall, post: CommentedPost): Promise<string> {
  const [, ...replies] = postsOfThread(post.payload);
  const last = replies.at(-1);
  if (!last) return post.providerId;
  const found = await findPublished(api, { ...call, intent: post.intent }, { ...last, reply_to_id: post.providerId });
  return found?.id ?? post.providerId;
}

/** Whether the posts of an intent are published, by the status of their containers. */
async function findOnThreads(api: ContainerApi, call: FindCall): Promise<LookupResult> {
  const [first = {}, ...replies] = postsOfThread(call.payload);
  const isReply = call.replyTo !== undefined;
  const root = await findContainer(api, { ...call, payload: { ...first, ...(isReply && { reply_to_id: '' }) } });
  if (root.kind !== 'found' || replies.length === 0) return root;
  const found = [{ id: root.providerId, url: root.url }];
  for (const index of replies.keys()) {
    const containerId = call.intent.keys[keyAt(index + 1)];
    if (typeof containerId !== 'string' || (await readContainer(api, call, containerId)).status !== 'PUBLISHED') break;
    found.push({ id: containerId, url: null });
  }
  return findThread(api.label, [...found, ...Array<undefined>(replies.length + 1 - found.length)]);
}

/** The posts of a payload: itself, and its replies. */
function postsOfThread({ replies, ...first }: JsonObject): JsonObject[] {
  return [first, ...((replies ?? []) as JsonObject[])];
}

const INSIGHTS = { views: 'views', likes: 'likes', replies: 'replies', reposts: 'reposts', quotes: 'quotes', shares: null } as const;

/** Threads API, Insights: nothing is counted without its permission. The post itself is asked for first, to tell a missing one. */
async function readMetrics(base: string, call: ReadBackCall): Promise<readonly Figure[] | null> {
  const { account, post, api } = call;
  const query = new URLSearchParams({ fields: 'id', access_token: account.accessToken ?? '' });
  const answer = await api.look({ url: `${base}/${post.providerId}?${query}` });
  return answer && readInsights(base, INSIGHTS, call);
}
