import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceMatter } from '../access/notice.entity.ts';
import type { Services } from '../context.ts';
import { findOperatorAlerts } from '../notices/operator-alerts.ts';
import { createInstagramPlatform } from '../platforms/instagram/instagram-platform.ts';
import { instagramRules } from '../platforms/instagram/instagram-rules.ts';
import { ConnectError } from '../platforms/platform.ts';
import { createFakeInstagram, INSTAGRAM_CLIENT, INSTAGRAM_TOKEN } from '../platforms/testing/fake-instagram.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { createFakeX, X_CLIENT, X_TOKEN } from '../platforms/testing/fake-x.ts';
import { createXPlatform } from '../platforms/x/x-platform.ts';
import { xRules } from '../platforms/x/x-rules.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { contextFor, createFixedClock, createTestServices } from '../testing/test-services.ts';
import { addConnection } from './add-connection.ts';
import { beginOauth, finishConnecting, saveConnectRequest } from './oauth-sign-in.ts';
import { freshCredentials, noteServiceRefused, ServiceRefusedError } from './renew-credentials.ts';

// X per docs.x.com: an unknown client gets `unauthorized_client`, whichever account signs in.
const database = useTestDatabase();
let fake: FakeServer;

beforeAll(async () => {
  fake = await startFakeServer(createFakeX(), X_TOKEN);
});
afterAll(() => fake.stop());

const open = async ({ orm }: Services) => (await orm.em.fork().find(ServiceMatter, { endedAt: null })).map(({ id }) => id);

it('says that the account is fine where the network refuses the service itself', async () => {
  const xWith = (secret: string) => createXPlatform(xRules, createTestOutbound(), { ...X_CLIENT, secret }, fake.url, fake.url);
  const platforms = new Map([['x', xWith('mistyped')]]);
  const services = createTestServices(database, { platforms });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const connect = async (code: string) => {
    const begun = await beginOauth(contextFor(services, owner), { platform: 'x', entered: {} });
    await actAs(services, owner, (tx) => saveConnectRequest(tx, { workspaceId, platform: 'x', connectionId: null, begun }));
    return finishConnecting(contextFor(services, owner), { state: begun.state, code });
  };
  await expect(connect('code-1')).rejects.toMatchObject({ code: 'network_refuses_service', status: 502 });
  expect(await open(services)).toEqual(['network:x']);

  platforms.set('x', xWith(X_CLIENT.secret));
  // A wrong code is the person's to fix, and says nothing about the service.
  await expect(connect('another')).rejects.toMatchObject({ code: 'bad_user_input' });
  expect(await connect('code-1')).toMatchObject([{ platform: 'x', health: 'healthy' }]);
  expect(await open(services)).toEqual([]);
});

it('does not take a renewal that shows no registration, as Instagram’s, for a sign that the registration is right', async () => {
  const instagram = await startFakeServer(createFakeInstagram(), INSTAGRAM_TOKEN);
  const places = { graph: instagram.url, api: instagram.url, site: instagram.url };
  const platform = createInstagramPlatform(instagramRules, createTestOutbound(), INSTAGRAM_CLIENT, places);
  const clock = createFixedClock();
  const services = createTestServices(database, { clock, platforms: new Map([['instagram', platform]]) });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  await noteServiceRefused(
    services,
    'instagram',
    'connecting',
    new ConnectError('Error validating client secret.', 'bad_user_input', true),
  );
  const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString();
  const connected = { handle: '@harbour', externalId: '178', credentials: { accessToken: INSTAGRAM_TOKEN, userId: '178' }, expiresAt };
  const { id } = await actAs(services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'instagram', connected }));
  await freshCredentials(services, id, AbortSignal.timeout(60_000));
  expect(instagram.requests.map(({ path }) => path)).toContain('/refresh_access_token');
  expect(await open(services)).toEqual(['network:instagram']);
  await instagram.stop();
});

it('opens no second alert where the service is not registered at all: operators get one already', async () => {
  const clock = createFixedClock();
  const platforms = new Map([['x', createXPlatform(xRules, createTestOutbound(), undefined, fake.url, fake.url)]]);
  const services = createTestServices(database, { clock, platforms });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const credentials = { accessToken: X_TOKEN, refreshToken: 'x-refresh-token-1', userId: '42', username: 'harbour' };
  const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString();
  const connected = { handle: '@harbour', externalId: '42', credentials, expiresAt };
  const { id } = await actAs(services, owner, (tx) => addConnection(tx, { workspaceId, platform: 'x', connected }));
  await expect(freshCredentials(services, id, AbortSignal.timeout(60_000))).rejects.toBeInstanceOf(ServiceRefusedError);
  expect(await open(services)).not.toContain('network:x');
  expect((await findOperatorAlerts(contextFor(services))).map((matter) => matter.id)).toContain('unset:x');
});
