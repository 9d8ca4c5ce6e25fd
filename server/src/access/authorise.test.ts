import { beforeAll, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { agentWith, personWith } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import type { Actor, Role } from './actor.ts';
import { type Need, requireScope, requireWorkspace } from './authorise.ts';

const database = useTestDatabase();
let services: Services;
let own: Awaited<ReturnType<typeof givenWorkspace>>;
let foreign: Awaited<ReturnType<typeof givenWorkspace>>;
beforeAll(async () => {
  services = createTestServices(database);
  own = await givenWorkspace(services);
  foreign = await givenWorkspace(services);
});

const NEEDS: Need[] = ['read', 'write', 'decide', 'manage'];
const person = (role: Role): Actor => personWith(role, own.accountId);
const agent = (): Actor => agentWith(['read'], own);

const allowed = async (actor: Actor, workspaceId: string): Promise<Need[]> => {
  const results = await Promise.all(
    NEEDS.map((need) =>
      requireWorkspace(contextFor(services, actor), workspaceId, need).then(
        () => need,
        () => null,
      ),
    ),
  );
  return NEEDS.filter((need) => results.includes(need));
};

it.each<[Role, Need[]]>([
  ['owner', ['read', 'write', 'decide', 'manage']],
  ['approver', ['read', 'write', 'decide']],
  ['viewer', ['read']],
])('lets an %s of the account %s', async (role, needs) => {
  expect(await allowed(person(role), own.workspaceId)).toEqual(needs);
});

it('never lets an agent decide or manage', async () => {
  expect(await allowed(agent(), own.workspaceId)).toEqual(['read', 'write']);
});

it('hides a foreign workspace exactly like a missing one', async () => {
  for (const actor of [person('owner'), agent()]) {
    for (const id of [foreign.workspaceId, 'wsp_none']) {
      await expect(requireWorkspace(contextFor(services, actor), id, 'read')).rejects.toMatchObject({ code: 'not_found' });
    }
  }
});

it('lets people read but change nothing while their account is not approved', async () => {
  const suspended = await givenWorkspace(services, { state: 'suspended' });
  const owner: Actor = { ...person('owner'), roles: new Map([[suspended.accountId, 'owner']]) } as Actor;
  expect(await allowed(owner, suspended.workspaceId)).toEqual(['read']);
});

it('names the scope that is missing', () => {
  expect(() => requireScope(contextFor(services, agent()), 'drafts:write')).toThrow('drafts:write');
  expect(() => requireScope(contextFor(services, { kind: 'anonymous' }), 'read')).toThrow(
    expect.objectContaining({ code: 'unauthenticated' }),
  );
});
