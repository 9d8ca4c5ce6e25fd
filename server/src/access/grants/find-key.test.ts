import { beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordMessages } from '../../testing/database/record-messages.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { newApiKey } from './api-key-format.ts';
import { authenticateKey } from './authenticate-key.ts';
import { findKeyWithOthers } from './find-key.ts';
import { revokeGrant } from './revoke-grant.ts';

const database = useTestDatabase();
let services: Services;
beforeAll(() => {
  services = createTestServices(database);
});

async function givenAgents(count: number) {
  const { workspace } = await givenWorkspace(services);
  return Promise.all(Array.from({ length: count }, () => givenAgent(services, workspace)));
}

it('looks for those who come at the same moment by one statement, and judges each by its own key', async () => {
  const [ada, ben, revoked] = await givenAgents(3);
  await inTransaction(contextFor(services, { kind: 'operator' }), (tx) => revokeGrant(tx, revoked?.grantId ?? ''));
  const em = forkAsOwner(database.orm);
  const keys = [ada?.key, ben?.key, ada?.key, revoked?.key, newApiKey(false).key];
  let settled: PromiseSettledResult<{ grantId: string }>[] = [];
  const messages = await recordMessages(async () => {
    settled = await Promise.allSettled(keys.map((key) => authenticateKey(services, em, key ?? '', findKeyWithOthers)));
  });
  expect(messages).toHaveLength(1);
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value.grantId : one.reason.code))).toEqual([
    ada?.grantId,
    ben?.grantId,
    ada?.grantId,
    'key_revoked',
    'key_unknown',
  ]);
});

it('answers a lookup after a revocation by the new state, while earlier lookups are in progress', async () => {
  const [agent] = await givenAgents(1);
  const em = forkAsOwner(database.orm);
  const ask = () => authenticateKey(services, em, agent?.key ?? '', findKeyWithOthers);
  const before = ask();
  await inTransaction(contextFor(services, { kind: 'operator' }), (tx) => revokeGrant(tx, agent?.grantId ?? ''));
  await expect(ask()).rejects.toMatchObject({ code: 'key_revoked' });
  await before.catch(() => {});
});
