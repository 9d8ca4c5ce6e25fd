import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceMatter } from '../access/notices/service-matter.entity.ts';
import { type StandIn, startStandIn } from '../platforms/testing/stand-in.ts';
import { createXStandIn, X_CLIENT, X_TOKEN } from '../platforms/testing/x-stand-in.ts';
import { createXPlatform } from '../platforms/x/x-platform.ts';
import { xRules } from '../platforms/x/x-rules.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { beginOauth } from './begin-oauth.ts';
import { finishConnecting } from './finish-connecting.ts';
import { saveConnectRequest } from './save-connect-request.ts';

// X as docs.x.com has it: whose client it does not know, it answers with `unauthorized_client`, whoever signs in.
const database = useTestDatabase();
let standIn: StandIn;

beforeAll(async () => {
  standIn = await startStandIn(createXStandIn(), X_TOKEN);
});
afterAll(() => standIn.stop());

it('tells whoever connects that nothing is wrong with their account where the network refuses the service itself', async () => {
  const xWith = (secret: string) => createXPlatform(xRules, createTestOutbound(), { ...X_CLIENT, secret }, standIn.url, standIn.url);
  const platforms = new Map([['x', xWith('mistyped')]]);
  const services = createTestServices(database, { platforms });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const connect = async (code: string) => {
    const begun = await beginOauth(contextFor(services, owner), { platform: 'x', entered: {} });
    await actAs(services, owner, (tx) => saveConnectRequest(tx, { workspaceId, platform: 'x', connectionId: null, begun }));
    return finishConnecting(contextFor(services, owner), { state: begun.state, code });
  };
  const open = () => services.orm.em.fork().find(ServiceMatter, { endedAt: null });
  await expect(connect('code-1')).rejects.toMatchObject({ code: 'network_refuses_service', status: 502 });
  expect(await open()).toMatchObject([{ id: 'network:x', kind: 'network_refused' }]);

  platforms.set('x', xWith(X_CLIENT.secret));
  // A code that is not right is the person's to put right, and says nothing of the service.
  await expect(connect('another')).rejects.toMatchObject({ code: 'bad_user_input' });
  expect(await connect('code-1')).toMatchObject([{ platform: 'x', health: 'healthy' }]);
  expect(await open()).toEqual([]);
});
