import { beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { setAccountState } from '../accounts.ts';
import { authenticateKey, issueKey, newApiKey } from './api-keys.ts';
import { revokeGrant } from './change-grant.ts';
import { ApiKey } from './grant.entity.ts';

const database = useTestDatabase();
const clock = createFixedClock();
let services: Services;
beforeAll(() => {
  services = createTestServices(database, { clock });
});

const authenticate = (key: string) => authenticateKey(services, database.orm.em.fork(), key);

it('identifies the agent, its workspace and its scopes by the key', async () => {
  const { workspace, accountId, workspaceId } = await givenWorkspace(services);
  const { key, grantId } = await givenAgent(services, workspace, { scopes: ['read'] });
  expect(await authenticate(key)).toMatchObject({ kind: 'agent', grantId, accountId, workspaceId, scopes: ['read'], isSandboxOnly: false });
});

it('stores no key: the content of the database authenticates nothing', async () => {
  const { workspace } = await givenWorkspace(services);
  const { key, keyId } = await givenAgent(services, workspace);
  const [row] = await database.orm.em.fork().execute('select * from api_keys where id = ?', [keyId]);
  expect(JSON.stringify(row)).not.toContain(key.slice(-38));
  await expect(authenticate(row?.key_hash ?? '')).rejects.toMatchObject({ code: 'key_malformed' });
});

it('distinguishes a typo from a key that was never issued', async () => {
  await expect(authenticate('cs_live_nonsense')).rejects.toMatchObject({ code: 'key_malformed' });
  await expect(authenticate(newApiKey(false).key)).rejects.toMatchObject({ code: 'key_unknown' });
});

it('refuses a revoked grant from the commit on', async () => {
  const { workspace } = await givenWorkspace(services);
  const { key, grantId } = await givenAgent(services, workspace);
  await inTransaction(contextFor(services, { kind: 'operator' }), (tx) => revokeGrant(tx, grantId));
  await expect(authenticate(key)).rejects.toMatchObject({ code: 'key_revoked' });
});

it('refuses an expired key', async () => {
  const { workspace } = await givenWorkspace(services);
  const { key } = await givenAgent(services, workspace, { expiresAt: new Date(clock.now().getTime() + 1_000) });
  await expect(authenticate(key)).resolves.toBeDefined();
  clock.advance(1_000);
  await expect(authenticate(key)).rejects.toMatchObject({ code: 'key_expired' });
});

it('refuses everything of an account that is not approved', async () => {
  const { workspace, accountId } = await givenWorkspace(services);
  const { key } = await givenAgent(services, workspace);
  await inTransaction(contextFor(services, { kind: 'operator' }), (tx) => setAccountState(tx, accountId, 'suspended'));
  await expect(authenticate(key)).rejects.toMatchObject({ code: 'account_not_approved' });
});

it('refuses an invented secret under the public id of a real key', async () => {
  const { workspace } = await givenWorkspace(services);
  const { grantId } = await givenAgent(services, workspace);
  const forged = newApiKey(false);
  await database.orm.em.fork().insert(ApiKey, {
    id: forged.keyId,
    grantId,
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    keyHash: services.sealer.hash('api-key', 'the real key'),
    createdAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + 86_400_000),
  });
  await expect(authenticate(forged.key)).rejects.toMatchObject({ code: 'key_unknown' });
});

it('refuses the one key that was revoked, and still accepts the other of the same grant', async () => {
  const { workspace } = await givenWorkspace(services);
  const { key, keyId, grant } = await givenAgent(services, workspace);
  const other = await inTransaction(contextFor(services, { kind: 'operator' }), (tx) => issueKey(tx, grant));
  await database.orm.em.fork().nativeUpdate(ApiKey, { id: keyId }, { revokedAt: clock.now() });
  await expect(authenticate(key)).rejects.toMatchObject({ code: 'key_revoked' });
  expect(await authenticate(other.key)).toMatchObject({ grantId: grant.id, keyId: other.keyId });
});

it('records its use at most once a minute, and writes it later, for all keys together', async () => {
  const { workspace } = await givenWorkspace(services);
  const { key, keyId } = await givenAgent(services, workspace);
  const lastUsedAt = async () => (await database.orm.em.fork().findOneOrFail(ApiKey, { id: keyId })).lastUsedAt;
  expect(await lastUsedAt()).toBeNull();
  const use = async () => {
    await authenticate(key);
    await services.lastUses.write();
    return lastUsedAt();
  };
  await authenticate(key);
  expect(await lastUsedAt()).toBeNull();
  const first = clock.now();
  expect(await use()).toEqual(first);
  clock.advance(59_000);
  expect(await use()).toEqual(first);
  clock.advance(1_000);
  expect(await use()).toEqual(clock.now());
  await services.orm.em.fork().nativeUpdate(ApiKey, { id: keyId }, { lastUsedAt: new Date(clock.now().getTime() + 1) });
  services.lastUses.noteKey(keyId, clock.now());
  await services.lastUses.write();
  expect(await lastUsedAt()).toEqual(new Date(clock.now().getTime() + 1));
});

it('waits for no lock: it authenticates during a change of the key and its grant', async () => {
  const { workspace } = await givenWorkspace(services);
  const { key, keyId, grantId } = await givenAgent(services, workspace);
  await database.orm.em.fork().transactional(async (holder) => {
    await holder.execute('select 1 from api_keys where id = ? for update', [keyId]);
    await holder.execute('select 1 from grants where id = ? for update', [grantId]);
    expect(await authenticate(key)).toMatchObject({ keyId });
    await services.lastUses.write();
  });
});
