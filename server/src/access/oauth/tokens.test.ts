import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices, type FixedClock } from '../../testing/test-services.ts';
import { registerClient } from './clients/find-client.ts';
import { OauthClient } from './clients/oauth-client.entity.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { startDeviceFlow } from './start-device-flow.ts';
import { purgeOauth } from './tokens.ts';

const database = useTestDatabase();
let services: Services;
let clock: FixedClock;
beforeAll(() => {
  clock = createFixedClock();
  services = createTestServices(database, { clock });
});

const em = () => services.orm.em.fork();
const purge = () => purgeOauth(em(), clock.now());
const start = (clientId: string) =>
  inTransaction(contextFor(services, { kind: 'anonymous' }), (tx) =>
    startDeviceFlow(tx, {
      clientId,
      clientName: undefined,
      clientUri: undefined,
      scope: undefined,
      resource: undefined,
      address: '127.0.0.1',
    }),
  );
const register = () =>
  inTransaction(contextFor(services, { kind: 'anonymous' }), (tx) =>
    registerClient(tx, { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] }),
  );

it('marks expired requests, and deletes them a month later', async () => {
  await start('tide');
  expect(await purge()).toEqual({ expired: 0, requests: 0, clients: 0 });
  clock.advance(600_000);
  expect(await purge()).toEqual({ expired: 1, requests: 0, clients: 0 });
  expect((await em().findOneOrFail(GrantRequest, { clientId: 'tide' })).state).toBe('expired');
  clock.advance(30 * DAY_MS);
  expect(await purge()).toEqual({ expired: 0, requests: 1, clients: 0 });
});

it('deletes a client that never requested access after a day, and one that has not for half a year', async () => {
  const [idle, used] = [await register(), await register()];
  clock.advance(1_000);
  await start(used.id);
  clock.advance(DAY_MS);
  expect((await purge()).clients).toBe(1);
  expect(await em().count(OauthClient, { id: idle.id })).toBe(0);
  clock.advance(180 * DAY_MS);
  expect((await purge()).clients).toBe(1);
  expect(await em().count(OauthClient)).toBe(0);
});
