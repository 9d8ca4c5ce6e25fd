import { createDevtoPlatform } from '../../platforms/devto/devto-platform.ts';
import { createDiscordPlatform } from '../../platforms/discord/discord-platform.ts';
import { createFacebookPlatform } from '../../platforms/facebook/facebook-platform.ts';
import { createGoogleBusinessPlatform } from '../../platforms/google-business/google-business-platform.ts';
import { createHashnodePlatform } from '../../platforms/hashnode/hashnode-platform.ts';
import { createInstagramPlatform } from '../../platforms/instagram/instagram-platform.ts';
import { createLinkedinPlatform } from '../../platforms/linkedin/linkedin-platform.ts';
import { createLinkedinPagePlatform } from '../../platforms/linkedin-page/linkedin-page-platform.ts';
import type { NetworkRules } from '../../platforms/network-rules.ts';
import { createPinterestPlatform } from '../../platforms/pinterest/pinterest-platform.ts';
import type { Credentials, JsonObject, Platform } from '../../platforms/platform.ts';
import { createRedditPlatform } from '../../platforms/reddit/reddit-platform.ts';
import { createPlatforms, type PlatformId, type PlatformPorts, REGISTRY, type RegisteredPlatform } from '../../platforms/registry.ts';
import { createSlackPlatform } from '../../platforms/slack/slack-platform.ts';
import { createTelegramPlatform } from '../../platforms/telegram/telegram-platform.ts';
import { createFakeDevto, DEVTO_KEY } from '../../platforms/testing/fake-devto.ts';
import { createFakeDiscord, DISCORD_TOKEN } from '../../platforms/testing/fake-discord.ts';
import { createFakeFacebook, FACEBOOK_CLIENT, FACEBOOK_TOKEN } from '../../platforms/testing/fake-facebook.ts';
import { createFakeGhost, GHOST_KEY } from '../../platforms/testing/fake-ghost.ts';
import { createFakeHashnode, HASHNODE_TOKEN } from '../../platforms/testing/fake-hashnode.ts';
import { createFakeInstagram, INSTAGRAM_CLIENT, INSTAGRAM_TOKEN } from '../../platforms/testing/fake-instagram.ts';
import { createFakeLemmy, LEMMY_PASSWORD, LEMMY_SESSION } from '../../platforms/testing/fake-lemmy.ts';
import { createFakeLinkedin, LINKEDIN_CLIENT, LINKEDIN_TOKEN, readLittleText } from '../../platforms/testing/fake-linkedin.ts';
import { createFakeMastodon, MASTODON_TOKEN } from '../../platforms/testing/fake-mastodon.ts';
import { createFakePostiz, POSTIZ_KEY } from '../../platforms/testing/fake-postiz.ts';
import { type FakeServer, type FakeServerSpec, startFakeServer } from '../../platforms/testing/fake-server.ts';
import { createFakeSlack, SLACK_CHANNEL, SLACK_CLIENT, SLACK_TOKEN } from '../../platforms/testing/fake-slack.ts';
import { createFakeTelegram, TELEGRAM_TOKEN } from '../../platforms/testing/fake-telegram.ts';
import { createFakeThreads, THREADS_CLIENT, THREADS_TOKEN } from '../../platforms/testing/fake-threads.ts';
import { createFakeTumblr, TUMBLR_TOKEN } from '../../platforms/testing/fake-tumblr.ts';
import { createFakeWordpress, WORDPRESS_PASSWORD } from '../../platforms/testing/fake-wordpress.ts';
import { createFakeX, X_CLIENT, X_TOKEN } from '../../platforms/testing/fake-x.ts';
import { createFakeGoogleBusiness, GOOGLE_CLIENT, GOOGLE_TOKEN } from '../../platforms/testing/fakes/fake-google-business.ts';
import { createFakeLinkedinPage, LINKEDIN_PAGE_TOKEN } from '../../platforms/testing/fakes/fake-linkedin-page.ts';
import { createFakePinterest, PINTEREST_CLIENT, PINTEREST_TOKEN } from '../../platforms/testing/fakes/fake-pinterest.ts';
import { createFakeReddit, REDDIT_CLIENT, REDDIT_TOKEN } from '../../platforms/testing/fakes/fake-reddit.ts';
import { createFakeTiktok, TIKTOK_CLIENT, TIKTOK_TOKEN } from '../../platforms/testing/fakes/fake-tiktok.ts';
import { createFakeVk, VK_TOKEN } from '../../platforms/testing/fakes/fake-vk.ts';
import { createFakeYoutube, YOUTUBE_CLIENT, YOUTUBE_TOKEN } from '../../platforms/testing/fakes/fake-youtube.ts';
import { createThreadsPlatform } from '../../platforms/threads/threads-platform.ts';
import { createTiktokPlatform } from '../../platforms/tiktok/tiktok-platform.ts';
import { createTumblrPlatform } from '../../platforms/tumblr/tumblr-platform.ts';
import { createVkPlatform } from '../../platforms/vk/vk-platform.ts';
import { createXPlatform } from '../../platforms/x/x-platform.ts';
import { createYoutubePlatform } from '../../platforms/youtube/youtube-platform.ts';

/** The stand-in of a network while it runs. */
export interface StandIn {
  server: FakeServer;
  /** What a customer enters to connect an account. */
  entered: Credentials;
  /** The text, or the title, of each public post, repeated ones included. */
  texts(): string[];
}

interface Network {
  start(): Promise<StandIn>;
  /** Its connector where the network is at `url`; absent if customers enter the address. */
  create?(network: NetworkRules, ports: PlatformPorts, url: string): Platform;
}

const WEBSITE = 'https://posts.example.org';
const TUMBLR_CLIENT = { id: 'client-1', secret: 'client-secret-1' };

/** `entered` gets its address. */
function standIn<Spec extends FakeServerSpec>(
  create: () => Spec,
  secret: string,
  entered: (url: string) => Credentials,
  texts: (spec: Spec) => unknown[],
): Pick<Network, 'start'> {
  return {
    async start() {
      const spec = create();
      const server = await startFakeServer(spec, secret);
      return { server, entered: entered(server.url), texts: () => texts(spec).map(String) };
    },
  };
}

/** Every network that has a stand-in. Bluesky and Nostr have a server and a relay of their own. */
const NETWORKS: Readonly<Partial<Record<PlatformId, Network>>> = {
  mastodon: standIn(
    createFakeMastodon,
    MASTODON_TOKEN,
    (server) => ({ server, accessToken: MASTODON_TOKEN }),
    ({ statuses }) => statuses.map(({ text }) => text),
  ),
  telegram: {
    create: (network, { outbound }, url) => createTelegramPlatform(network, outbound, url),
    ...standIn(
      createFakeTelegram,
      TELEGRAM_TOKEN,
      () => ({ botToken: TELEGRAM_TOKEN, chat: '@harbour' }),
      ({ messages }) => messages.map(({ text }) => text),
    ),
  },
  discord: {
    create: (network, { outbound }, url) => createDiscordPlatform(network, outbound, WEBSITE, url),
    ...standIn(
      createFakeDiscord,
      DISCORD_TOKEN,
      () => ({ botToken: DISCORD_TOKEN, channelId: '1180000000000000000' }),
      ({ messages }) => messages.map(({ content }) => content),
    ),
  },
  slack: {
    create: (network, { outbound }, url) => createSlackPlatform(network, outbound, SLACK_CLIENT, url),
    ...standIn(
      createFakeSlack,
      SLACK_TOKEN,
      () => ({ botToken: SLACK_TOKEN, channel: SLACK_CHANNEL }),
      ({ messages }) => messages.map(({ text }) => text),
    ),
  },
  wordpress: standIn(
    createFakeWordpress,
    WORDPRESS_PASSWORD,
    (url) => ({ site: `${url}/blog/`, username: 'harbour', applicationPassword: WORDPRESS_PASSWORD }),
    ({ articles }) => articles.filter(({ status }) => status === 'publish').map(({ title }) => title),
  ),
  ghost: standIn(
    createFakeGhost,
    GHOST_KEY,
    (url) => ({ site: `${url}/blog/`, adminKey: GHOST_KEY }),
    ({ posts }) => posts.map(({ title }) => title),
  ),
  x: {
    create: (network, { outbound }, url) => createXPlatform(network, outbound, X_CLIENT, url, url),
    ...standIn(
      createFakeX,
      X_TOKEN,
      () => ({ accessToken: X_TOKEN, refreshToken: 'x-refresh-token-1' }),
      ({ posts }) => posts.map(({ text }) => text),
    ),
  },
  linkedin: {
    create: (network, { outbound }, url) => createLinkedinPlatform(network, outbound, LINKEDIN_CLIENT, url, url),
    ...standIn(
      createFakeLinkedin,
      LINKEDIN_TOKEN,
      () => ({ accessToken: LINKEDIN_TOKEN }),
      ({ posts }) => posts.map(({ commentary }) => readLittleText(commentary)),
    ),
  },
  linkedin_page: {
    create: (network, { outbound }, url) => createLinkedinPagePlatform(network, outbound, LINKEDIN_CLIENT, url, url),
    ...standIn(
      createFakeLinkedinPage,
      LINKEDIN_PAGE_TOKEN,
      () => ({ accessToken: LINKEDIN_PAGE_TOKEN, organizationId: '77' }),
      ({ posts }) => posts.map(({ commentary }) => readLittleText(commentary)),
    ),
  },
  threads: {
    create: (network, { outbound }, url) => createThreadsPlatform(network, outbound, THREADS_CLIENT, url, url),
    ...standIn(
      createFakeThreads,
      THREADS_TOKEN,
      () => ({ accessToken: THREADS_TOKEN }),
      ({ containers }) => containers.filter(({ postId }) => postId !== null).map(({ text }) => text),
    ),
  },
  facebook: {
    create: (network, { outbound }, graph) =>
      createFacebookPlatform(network, outbound, FACEBOOK_CLIENT, { graph, video: `${graph}/graph-video`, site: graph }),
    ...standIn(
      createFakeFacebook,
      FACEBOOK_TOKEN,
      () => ({ accessToken: FACEBOOK_TOKEN }),
      ({ posts }) => posts.map(({ message }) => message),
    ),
  },
  instagram: {
    create: (network, { outbound }, url) =>
      createInstagramPlatform(network, outbound, INSTAGRAM_CLIENT, { graph: url, api: url, site: url }),
    ...standIn(
      () => createFakeInstagram(async (address) => Buffer.from(address)), // No internet leads to the pictures' addresses here.
      INSTAGRAM_TOKEN,
      () => ({ accessToken: INSTAGRAM_TOKEN }),
      ({ containers }) => containers.filter(({ postId }) => postId !== null).map(({ text }) => text),
    ),
  },
  tiktok: {
    create: (network, { outbound }, url) => createTiktokPlatform(network, outbound, TIKTOK_CLIENT, url, url),
    ...standIn(
      createFakeTiktok,
      TIKTOK_TOKEN,
      () => ({ accessToken: TIKTOK_TOKEN, refreshToken: 'rft.refresh-token-1', openId: 'open-71' }),
      ({ posts, isWhole }) => posts.filter(isWhole).map(({ info }) => info.title),
    ),
  },
  youtube: {
    create: (network, { outbound }, url) => createYoutubePlatform(network, outbound, YOUTUBE_CLIENT, { api: url, site: url, tokens: url }),
    ...standIn(
      () => Object.assign(createFakeYoutube(), { scopes: ['https://www.googleapis.com/auth/youtube.force-ssl'] }),
      YOUTUBE_TOKEN,
      () => ({ accessToken: YOUTUBE_TOKEN, refreshToken: '1//refresh-token' }),
      (spec) => spec.listVideos().map(({ snippet }) => (snippet as JsonObject).title),
    ),
  },
  pinterest: {
    create: (network, { outbound }, url) => createPinterestPlatform(network, outbound, PINTEREST_CLIENT, url, url),
    ...standIn(
      createFakePinterest,
      PINTEREST_TOKEN,
      () => ({ accessToken: PINTEREST_TOKEN, refreshToken: 'pinr_refresh-token-1', boardId: '1001' }),
      ({ pins }) => pins.map(({ description }) => description),
    ),
  },
  reddit: {
    create: (network, { outbound }, url) => createRedditPlatform(network, outbound, WEBSITE, REDDIT_CLIENT, url, url),
    ...standIn(
      () => Object.assign(createFakeReddit(), { scopes: ['identity', 'submit', 'edit', 'read', 'history', 'flair', 'mysubreddits'] }),
      REDDIT_TOKEN,
      () => ({ accessToken: REDDIT_TOKEN, refreshToken: 'reddit-refresh-token-1', subreddit: 'r/harbour' }),
      ({ posts }) => posts.map(({ title }) => title),
    ),
  },
  google_business: {
    create: (network, { outbound }, url) => {
      const hosts = { accounts: `${url}/v1`, locations: `${url}/v1`, posts: `${url}/v4`, tokens: `${url}/token`, site: url };
      return createGoogleBusinessPlatform(network, outbound, GOOGLE_CLIENT, hosts);
    },
    ...standIn(
      createFakeGoogleBusiness,
      GOOGLE_TOKEN,
      () => ({ accessToken: GOOGLE_TOKEN, refreshToken: '1//token', accountName: 'accounts/1', locationName: 'locations/11' }),
      ({ posts }) => posts.map(({ summary }) => summary),
    ),
  },
  tumblr: {
    create: (network, { outbound }, url) => createTumblrPlatform(network, outbound, TUMBLR_CLIENT, url, url),
    ...standIn(
      () => Object.assign(createFakeTumblr(), { scopes: ['basic', 'write', 'offline_access'] }),
      TUMBLR_TOKEN,
      () => ({
        accessToken: TUMBLR_TOKEN,
        refreshToken: 'tumblr-refresh-token-1',
        blogId: 't:0aY0xL2Fi1OFJg4YxpmegQ',
        blogName: 'harbour',
      }),
      ({ posts, textOf }) => posts.map(textOf),
    ),
  },
  lemmy: standIn(
    () => createFakeLemmy('1.0.0'),
    LEMMY_SESSION,
    (server) => ({ server, username: 'harbour', password: LEMMY_PASSWORD, community: '!tides' }),
    ({ state }) => state.posts.map(({ name }) => name),
  ),
  devto: {
    create: (network, { outbound }, url) => createDevtoPlatform(network, outbound, url),
    ...standIn(
      createFakeDevto,
      DEVTO_KEY,
      () => ({ apiKey: DEVTO_KEY }),
      ({ articles }) => articles.map(({ title }) => title),
    ),
  },
  hashnode: {
    create: (network, { outbound }, url) => createHashnodePlatform(network, outbound, `${url}/`),
    ...standIn(
      createFakeHashnode,
      HASHNODE_TOKEN,
      () => ({ token: HASHNODE_TOKEN, publication: 'https://harbour.hashnode.dev/' }),
      ({ state }) => state.posts.map(({ title }) => title),
    ),
  },
  vk: {
    create: (network, { outbound }, url) => createVkPlatform(network, outbound, { api: `${url}/method` }),
    ...standIn(
      () => Object.assign(createFakeVk(), { scopes: ['wall', 'photos', 'video', 'groups'] }),
      VK_TOKEN,
      () => ({ accessToken: VK_TOKEN, community: 'harbour café' }),
      ({ posts }) => posts.map(({ text }) => text),
    ),
  },
  postiz: standIn(
    createFakePostiz,
    POSTIZ_KEY,
    (url) => ({ address: `${url}/api`, apiKey: POSTIZ_KEY, channel: 'harbour' }),
    ({ state }) => state.posts.map(({ text }) => text),
  ),
};

/** Starts the stand-in of every network; by the networks' ids. */
export async function startStandIns(): Promise<Map<string, StandIn>> {
  return new Map(await Promise.all(Object.entries(NETWORKS).map(async ([id, { start }]) => [id, await start()] as const)));
}

/** The service's platforms, those with stand-ins at the given addresses. */
export function platformsAt(urls: Readonly<Record<string, string>>, ports: PlatformPorts): Map<string, Platform> {
  const moved = Object.entries(REGISTRY).map(([id, registered]): [string, RegisteredPlatform] => {
    const { create } = NETWORKS[id as PlatformId] ?? {};
    const url = urls[id];
    return [id, create && url ? { ...registered, create: (network, own) => create(network, own, url) } : registered];
  });
  return createPlatforms(ports, Object.fromEntries(moved));
}
