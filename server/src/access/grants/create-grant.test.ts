import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { authenticateKey } from './api-keys.ts';
import { type CreateGrantInput, createGrant } from './create-grant.ts';
import { Agent, ApiKey, Grant } from './grant.entity.ts';

const database = useTestDatabase();
const clock = createFixedClock();
let services: Services;
let home: Awaited<ReturnType<typeof givenWorkspace>>;
beforeAll(async () => {
  services = createTestServices(database, { clock });
  home = await givenWorkspace(services);
});

const em = () => services.orm.em.fork();
const inputOf = (more: Partial<CreateGrantInput> = {}): CreateGrantInput => ({
  workspaceId: home.workspaceId,
  agentName: 'Newsroom',
  scopes: ['read'],
  ...more,
});
const createAsOperator = (more?: Partial<CreateGrantInput>) =>
  actAs(services, { kind: 'operator' }, (ctx) => createGrant(ctx, inputOf(more)));

it('issues a working key, of which only a keyed hash is stored', async () => {
  const { grantId, keyId, key } = await createAsOperator({ scopes: ['jobs:write', 'read'] });
  expect(await authenticateKey(services, em(), key)).toMatchObject({
    grantId,
    keyId,
    workspaceId: home.workspaceId,
    scopes: ['jobs:write', 'read'],
  });
  expect((await em().findOneOrFail(ApiKey, { id: keyId }, { populate: ['keyHash'] })).keyHash).toBe(services.sealer.hash('api-key', key));
});

it('distinguishes agents by the person who approved them, whatever their names', async () => {
  const owner = await userActor(services, home.accountId);
  const colleague = await userActor(services, home.accountId);
  const letIn = ({ userId, name }: typeof owner) => createAsOperator({ agentName: 'Tide', letInBy: { userId, name } });
  const grants = [await createAsOperator({ agentName: 'Tide' }), await letIn(owner), await letIn(owner), await letIn(colleague)];
  const agents = await em().find(Grant, { id: { $in: grants.map(({ grantId }) => grantId) } });
  expect(new Set(agents.map(({ agentId }) => agentId)).size).toBe(4);
});

it('recognizes an agent of the operator by its name within the account only', async () => {
  const first = await createAsOperator({ agentName: 'Daily', vendor: 'Daily Inc.' });
  const second = await createAsOperator({ agentName: '  Daily ', homePage: 'https://daily.example.org' });
  const elsewhere = await createAsOperator({ agentName: 'Daily', workspaceId: (await givenWorkspace(services)).workspaceId });
  const agentOf = async (id: string) => (await em().findOneOrFail(Grant, { id })).agentId;
  expect(await agentOf(second.grantId)).toBe(await agentOf(first.grantId));
  expect(await agentOf(elsewhere.grantId)).not.toBe(await agentOf(first.grantId));
  expect(await em().findOneOrFail(Agent, { id: await agentOf(first.grantId) })).toMatchObject({
    vendor: 'Daily Inc.',
    homePage: 'https://daily.example.org/',
  });
});

it('makes a key valid for 90 days, or less if the grant ends before', async () => {
  const expiryOf = async (id: string) => (await em().findOneOrFail(ApiKey, { id })).expiresAt.getTime() - clock.now().getTime();
  expect(await expiryOf((await createAsOperator()).keyId)).toBe(90 * DAY_MS);
  const week = new Date(clock.now().getTime() + 7 * DAY_MS);
  expect(await expiryOf((await createAsOperator({ expiresAt: week })).keyId)).toBe(7 * DAY_MS);
});

it.each([
  [{ scopes: [] }, '/scopes'],
  [{ scopes: ['read', 'fly'] }, '/scopes'],
  [{ agentName: '   ' }, '/agent_name'],
  [{ agentName: 'x'.repeat(101) }, '/agent_name'],
  [{ agentName: 'News\u202eroom' }, '/agent_name'],
  [{ agentName: 'Countersign (official), verified ✓' }, '/agent_name'],
  [{ homePage: 'javascript:alert(1)' }, '/home_page'],
  [{ jobsPerDay: 0 }, '/jobs_per_day'],
  [{ creditsPerMonth: 1.5 }, '/credits_per_month'],
  [{ expiresAt: new Date(0) }, '/expires_at'],
])('refuses %o and creates nothing', async (more, pointer) => {
  const before = await em().count(Grant);
  await expect(createAsOperator(more)).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer }] });
  expect(await em().count(Grant)).toBe(before);
});

it('is only for owners and the operator: no one else, especially no agent, creates a key', async () => {
  const create = (actor: Parameters<typeof actAs>[1]) => actAs(services, actor, (ctx) => createGrant(ctx, inputOf()));
  await create(await userActor(services, home.accountId, 'owner'));
  for (const role of ['approver', 'viewer'] as const) {
    await expect(create(await userActor(services, home.accountId, role))).rejects.toMatchObject({ code: 'insufficient_role' });
  }
  await expect(create(await agentActor(services, home.workspace))).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(create(await userActor(services, (await givenWorkspace(services)).accountId))).rejects.toMatchObject({ code: 'not_found' });
  await expect(create({ kind: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
});
