import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { NetworkRules } from '../platforms/network-rules.ts';
import { createRedditPlatform } from '../platforms/reddit/reddit-platform.ts';
import { redditRules } from '../platforms/reddit/reddit-rules.ts';
import { createPlatforms, REGISTRY } from '../platforms/registry.ts';
import { createFakeMastodon, MASTODON_TOKEN } from '../platforms/testing/fake-mastodon.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { createFakeReddit, REDDIT_CLIENT, REDDIT_TOKEN } from '../platforms/testing/fakes/fake-reddit.ts';
import { createSandboxFeed } from '../sandbox/sandbox-feed.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { useApi } from '../testing/api.ts';
import { givenDraft, givenWords } from '../testing/content.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { type FixedClock, testConfig } from '../testing/test-services.ts';
import { addConnection } from './add-connection.ts';
import { checkDueConnections } from './check-due-connections.ts';
import { Connection } from './connection.entity.ts';

// docs.joinmastodon.org, methods/instance: every server has limits of its own.
const database = useTestDatabase();
const network = createFakeMastodon();
const subreddits = createFakeReddit();
const WEBSITE = 'https://posts.example';
const SIX_HOURS = 6 * 3_600_000;
let fake: FakeServer;
let reddit: FakeServer;

beforeAll(async () => {
  fake = await startFakeServer(network, MASTODON_TOKEN);
  reddit = await startFakeServer(subreddits, REDDIT_TOKEN);
  subreddits.scopes = ['identity', 'submit', 'read', 'flair', 'history', 'edit'];
});
afterAll(() => Promise.all([fake.stop(), reddit.stop()]));
// The fake servers start before the service that calls them.
const api = useApi(database, {
  services: () => ({
    platforms: createPlatforms(
      {
        outbound: createTestOutbound(),
        sandboxFeed: createSandboxFeed(database.orm, WEBSITE, createLog(testConfig(database))),
        website: WEBSITE,
        clients: {},
      },
      { ...REGISTRY, reddit: { rules: redditRules, create: (rules, { outbound }) => redditAt(rules, outbound) } },
    ),
  }),
});
const redditAt = (rules: NetworkRules, outbound: Outbound) =>
  createRedditPlatform(rules, outbound, WEBSITE, REDDIT_CLIENT, reddit.url, reddit.url);

const serverTakes = (characters: number) => {
  if (network.configuration) network.configuration.statuses.max_characters = characters;
};

async function connect() {
  const { workspaceId, accountId } = api.home;
  const platform = api.services.platforms.get('mastodon');
  const connected = await platform?.connect({ server: fake.url, accessToken: MASTODON_TOKEN });
  if (!connected) throw new Error('There is no Mastodon.');
  const owner = await userActor(api.services, accountId);
  return actAs(api.services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'mastodon', connected }));
}

it('validates a text by the limits of the account’s own server, when it is prepared and when it is sent', async () => {
  serverTakes(5_000);
  const { id } = await connect();
  const agent = await agentActor(api.services, api.home.workspace);
  const draft = await givenDraft(api.services, agent, api.home.workspace, { platforms: ['mastodon'] });
  await givenWords(api.services, agent, draft.id, 'tide '.repeat(300).trim());
  const asked = { workspace_id: api.home.workspaceId, draft_id: draft.id };
  const [payload] = (await api.send('POST', '/api/v1/payloads', asked)).json().payloads;
  expect(payload).toMatchObject({ connection_id: id, valid: true, violations: [] });
  expect(payload.preview.parts).toMatchObject([{ length: 1_499, limit: 5_000, unit: 'graphemes' }]);

  serverTakes(1_000);
  (api.services.clock as FixedClock).advance(SIX_HOURS + 1);
  await checkDueConnections(api.services);
  const row = await api.services.orm.em.fork().findOneOrFail(Connection, id);
  expect(row.limits?.[0]).toMatchObject({ field: 'text', max: 1_000 });
  const { gates } = (await api.send('POST', '/api/v1/usage/precheck', asked)).json();
  expect(gates.find(({ gate }: { gate: string }) => gate === 'payload')).toMatchObject({
    status: 'block',
    message: expect.stringContaining('allows at most 1000'),
  });
});

describe('what a subreddit requires', () => {
  const words = { text: 'Open again\n\nFrom 8 to 18.' };
  const faultsOf = async () => {
    const answer = await api.send('POST', '/api/v1/validate', { workspace_id: api.home.workspaceId, platforms: ['reddit'], ...words });
    return answer.json().platforms[0].faults;
  };

  it('is checked before a person approves a post, and read again within the hour', async () => {
    subreddits.requirements = { is_flair_required: true };
    const { workspaceId, accountId } = api.home;
    const connected = await api.services.platforms.get('reddit')?.connect({
      ...{ accessToken: REDDIT_TOKEN, refreshToken: 'reddit-refresh-token-1', subreddit: 'r/harbour' },
    });
    if (!connected) throw new Error('There is no Reddit.');
    const owner = await userActor(api.services, accountId);
    await actAs(api.services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'reddit', connected }));
    const draft = {
      ...{ workspace_id: workspaceId, source_text: words.text, platforms: ['reddit'], publish_mode: 'approval_queue' },
      captions: [{ platform: 'reddit', text: words.text }],
    };
    const { draft_id } = (await api.send('POST', '/api/v1/drafts', draft)).json();
    const asked = { workspace_id: workspaceId, draft_id };
    const [payload] = (await api.send('POST', '/api/v1/payloads', asked)).json().payloads;
    const flairless = { code: 'requirement_unmet', field: 'settings/flair', message: 'r/Harbour requires a flair on every post.' };
    expect(payload).toMatchObject({ valid: false, violations: [flairless] });
    expect(await faultsOf()).toMatchObject([flairless]);

    subreddits.requirements = { title_required_strings: ['[News]'] };
    (api.services.clock as FixedClock).advance(SIX_HOURS / 6 + 1);
    await checkDueConnections(api.services);
    const { gates } = (await api.send('POST', '/api/v1/usage/precheck', asked)).json();
    expect(gates.find(({ gate }: { gate: string }) => gate === 'payload')).toMatchObject({
      ...{ status: 'block', message: expect.stringContaining('r/Harbour requires one of these in a post: [News].') },
    });
    expect(await faultsOf()).toMatchObject([{ field: 'title', remedy: 'Add one of them.' }]);
  });
});

it('checks captions without a draft by the limits of the account’s own server', async () => {
  serverTakes(700);
  await connect();
  const answer = await api.send('POST', '/api/v1/validate', { platforms: ['mastodon'], text: 'tide '.repeat(120).trim() });
  expect(answer.json()).toMatchObject({ fits: true, platforms: [{ posts: [{ length: 599, limit: 700 }] }] });
  const tooLong = await api.send('POST', '/api/v1/validate', { platforms: ['mastodon'], text: 'tide '.repeat(150).trim() });
  expect(tooLong.json().platforms[0].faults).toMatchObject([{ code: 'text_too_long', limit: 700 }]);
});

it('keeps a server’s earlier limits when it stops reporting them', async () => {
  serverTakes(2_000);
  const { id } = await connect();
  network.configuration = null;
  (api.services.clock as FixedClock).advance(SIX_HOURS + 1);
  await checkDueConnections(api.services);
  const row = await api.services.orm.em.fork().findOneOrFail(Connection, id);
  expect(row.limits?.[0]).toMatchObject({ field: 'text', max: 2_000 });
});
