import { beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { inTransaction } from '../../db/transaction.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { authenticateKey, newApiKey } from './api-keys.ts';
import { revokeGrant } from './change-grant.ts';

const database = useTestDatabase();
let services: Services;
beforeAll(() => {
  services = createTestServices(database);
});

async function givenAgents(count: number) {
  const { workspace } = await givenWorkspace(services);
  return Promise.all(Array.from({ length: count }, () => givenAgent(services, workspace)));
}

it('checks each caller’s own key, and treats a key as revoked after its revocation', async () => {
  const [ada, ben, revoked] = await givenAgents(3);
  const em = forkAsOwner(database.orm);
  const before = authenticateKey(services, em, revoked?.key ?? '');
  expect((await before).grantId).toBe(revoked?.grantId);
  await inTransaction(contextFor(services, { kind: 'operator' }), (tx) => revokeGrant(tx, revoked?.grantId ?? ''));
  const keys = [ada?.key, ben?.key, ada?.key, revoked?.key, newApiKey(false).key];
  const settled = await Promise.allSettled(keys.map((key) => authenticateKey(services, em, key ?? '')));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value.grantId : one.reason.code))).toEqual([
    ada?.grantId,
    ben?.grantId,
    ada?.grantId,
    'key_revoked',
    'key_unknown',
  ]);
});
