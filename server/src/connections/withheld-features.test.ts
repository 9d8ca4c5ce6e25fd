import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstagramPlatform } from '../platforms/instagram/instagram-platform.ts';
import { instagramRules } from '../platforms/instagram/instagram-rules.ts';
import { createFakeInstagram, INSTAGRAM_CLIENT, INSTAGRAM_TOKEN } from '../platforms/testing/fake-instagram.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { addConnection } from './add-connection.ts';
import { listConnections, withheldFeatures, withheldMessage } from './connection-queries.ts';

// Business Login for Instagram: a person may leave out each permission, and the answer names those that were given.
const database = useTestDatabase();
const network = createFakeInstagram();
let fake: FakeServer;

beforeAll(async () => {
  fake = await startFakeServer(network, INSTAGRAM_TOKEN);
});
afterAll(() => fake.stop());

const PUBLISHING = ['instagram_business_basic', 'instagram_business_content_publish'];
const COMMENTS = 'instagram_business_manage_comments';
const FIGURES = 'instagram_business_manage_insights';

async function arrange() {
  const places = { graph: fake.url, api: fake.url, site: fake.url };
  const client = { ...INSTAGRAM_CLIENT, readsMetrics: true as const };
  const instagram = createInstagramPlatform(instagramRules, createTestOutbound(), client, places);
  const services = createTestServices(database, { platforms: new Map([['instagram', instagram]]) });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const request = { redirectUri: 'https://countersign.example/back', state: 'state-1', codeVerifier: 'v'.repeat(43) };
  /** What does not work after a sign-in at which these were given. */
  return async (scopes: string[]) => {
    network.scopes = scopes;
    const [connected] = (await instagram.oauth?.finish('code-1', request, {})) ?? [];
    if (!connected) throw new Error('The sign-in failed.');
    await actAs(services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'instagram', connected }));
    const [connection] = await listConnections(contextFor(services, owner), workspaceId);
    const features = withheldFeatures(services.platforms, { platform: 'instagram', grantedScopes: connection?.grantedScopes ?? null });
    return [features, withheldMessage(features)?.toString() ?? null];
  };
}

it('says at the connection what does not work since its permission was left out, until it is connected with it', async () => {
  const withheldBy = await arrange();
  expect(await withheldBy(PUBLISHING)).toEqual([
    ['first_comments', 'metrics'],
    'First comments and figures do not work: their permissions were not given at the sign-in. Connect the account again and allow them.',
  ]);
  expect(await withheldBy([...PUBLISHING, FIGURES])).toEqual([['first_comments'], expect.stringContaining('First comments do not work')]);
  expect(await withheldBy([...PUBLISHING, COMMENTS])).toEqual([['metrics'], expect.stringContaining('Figures are not read')]);
  expect(await withheldBy([...PUBLISHING, COMMENTS, FIGURES])).toEqual([[], null]);
});
