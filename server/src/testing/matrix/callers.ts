import { setAccountState } from '../../access/accounts.ts';
import { type Role, SCOPES, type Scope } from '../../access/actor.ts';
import { Grant } from '../../access/grants/grant.entity.ts';
import { Membership } from '../../access/user.entity.ts';
import { type Workspace, Workspace as WorkspaceEntity } from '../../access/workspace.entity.ts';
import type { Services } from '../../context.ts';
import type { ErrorCode } from '../../errors.ts';
import { cookieName } from '../../http/auth/cookies.ts';
import { clientCookieName } from '../../http/client.routes.ts';
import { newId } from '../../new-id.ts';
import { actAs, agentActor, userActor } from '../actors.ts';
import { givenClient } from '../clients.ts';
import { givenAgent, givenUser, givenWorkspace } from '../factories.ts';
import { givenSubject } from './subject.ts';
import type { Home, Subject } from './subject-parts.ts';

const PASSWORD = 'correct horse battery staple';

/** A caller for every operation. */
export interface Caller {
  name: string;
  kind: 'agent' | 'person' | 'anonymous';
  /** Where the objects of the operations are, relative to the caller. */
  place: 'own' | 'sibling' | 'foreign';
  /** The account whose objects are used. */
  home: 'ordinary' | 'suspended';
  headers: Record<string, string>;
  /** The error code of every request, for callers with invalid credentials. */
  dead?: ErrorCode;
  scopes: readonly Scope[];
  role?: Role;
  isFresh?: boolean;
  isOperator?: boolean;
  userId?: string;
  sessionId?: string;
}

/** All callers, and all objects that they can try to access. */
export interface World {
  callers: Caller[];
  homes: Record<Caller['home'], Home>;
  /** The subject for refused callers; never changes. */
  shared: Record<Caller['home'], Subject>;
  /** The same kinds of objects in an account without members of the ordinary one. */
  foreign: Subject;
  /** And in another workspace of the ordinary account. */
  sibling: Subject;
}

export async function givenWorld(services: Services): Promise<World> {
  const ordinary = await givenHome(services, (await givenWorkspace(services)).workspace);
  const suspended = await givenHome(services, (await givenWorkspace(services)).workspace);
  const foreign = await givenHome(services, (await givenWorkspace(services)).workspace);
  const sibling = await givenHome(services, await givenSibling(services, ordinary.workspace));
  const shared = { ordinary: await givenSubject(services, ordinary), suspended: await givenSubject(services, suspended) };
  const world = { foreign: await givenSubject(services, foreign), sibling: await givenSubject(services, sibling) };

  const callers = [
    ...(await agentsOf(services, { ordinary, suspended, foreign, sibling })),
    ...(await integrationsOf(services, ordinary)),
    ...(await peopleOf(services, { ordinary, suspended, foreign })),
    anonymous(),
    ...(await clientOf(services, ordinary)),
  ];
  await actAs(services, { kind: 'operator' }, (ctx) => setAccountState(ctx, suspended.workspace.accountId, 'suspended'));
  return { callers, homes: { ordinary, suspended }, shared, ...world };
}

async function givenHome(services: Services, workspace: Workspace): Promise<Home> {
  return { workspace, agent: await agentActor(services, workspace), owner: await userActor(services, workspace.accountId) };
}

async function givenSibling(services: Services, { accountId }: Workspace): Promise<Workspace> {
  const em = services.orm.em.fork();
  const workspace = em.create(WorkspaceEntity, { id: newId('wsp'), accountId, name: 'The other one', createdAt: services.clock.now() });
  await em.flush();
  return workspace;
}

type Homes = Record<'ordinary' | 'suspended' | 'foreign' | 'sibling', Home>;

async function agentsOf(services: Services, homes: Homes): Promise<Caller[]> {
  const all: readonly Scope[] = SCOPES;
  const agent = async (
    name: string,
    home: Home,
    scopes: readonly Scope[],
    more: Partial<Caller> = {},
    isSandboxOnly = false,
  ): Promise<Caller> => {
    const given = await givenAgent(services, home.workspace, { name: newId('agt'), scopes: [...scopes], isSandboxOnly });
    const headers = { authorization: given.authorization };
    return { name: `agent ${name}`, kind: 'agent', place: 'own', home: 'ordinary', scopes, headers, ...more };
  };
  const ended = async (name: string, change: Partial<Grant>, dead: ErrorCode): Promise<Caller> => {
    const given = await givenAgent(services, homes.ordinary.workspace, { name: newId('agt'), scopes: [...all] });
    await services.orm.em.fork().nativeUpdate(Grant, { id: given.grantId }, change);
    const headers = { authorization: given.authorization };
    return { name: `agent ${name}`, kind: 'agent', place: 'own', home: 'ordinary', scopes: all, headers, dead };
  };
  const now = services.clock.now();
  return [
    await agent('with every scope', homes.ordinary, all),
    await agent('with no scope', homes.ordinary, []),
    ...(await Promise.all(all.map((scope) => agent(`with ${scope} alone`, homes.ordinary, [scope])))),
    await agent('for the sandbox only', homes.ordinary, all, {}, true),
    await agent('of another workspace of the account', homes.sibling, all, { place: 'sibling' }),
    await agent('of a foreign workspace', homes.foreign, all, { place: 'foreign' }),
    await agent('of a suspended account', homes.suspended, all, { home: 'suspended', dead: 'account_not_approved' }),
    await ended('that is paused', { pausedAt: now }, 'grant_paused'),
    await ended('that is revoked', { state: 'revoked', revokedAt: now }, 'key_revoked'),
    await ended('that has expired', { expiresAt: new Date(now.getTime() - 1) }, 'key_expired'),
    {
      ...anonymous(),
      name: 'a key that nobody was given',
      headers: { authorization: 'Bearer cs_live_nobody_00000000000000000000000000000000000000' },
      dead: 'key_malformed',
    },
  ];
}

/** People's own programs: read-only whatever the person's role, and only while the person is a member. */
async function integrationsOf(services: Services, home: Home): Promise<Caller[]> {
  const program = async (name: string, role: Role, more: Partial<Caller> = {}): Promise<Caller> => {
    const { accountId } = home.workspace;
    const { userId } = await givenUser(services, accountId, { role });
    const expiresAt = new Date(services.clock.now().getTime() + 86_400_000);
    const given = await givenAgent(services, home.workspace, { scopes: ['read'], expiresAt, personUserId: userId });
    if (more.dead) await services.orm.em.fork().nativeDelete(Membership, { accountId, userId });
    const headers = { authorization: given.authorization };
    return { name: `integration ${name}`, kind: 'agent', place: 'own', home: 'ordinary', scopes: ['read'], headers, ...more };
  };
  return [
    await program('of an owner', 'owner'),
    await program('of a viewer', 'viewer'),
    await program('of somebody who has left', 'owner', { dead: 'key_revoked' }),
  ];
}

async function peopleOf(services: Services, homes: Omit<Homes, 'sibling'>): Promise<Caller[]> {
  const person = async (name: string, home: Home, role: Role, more: Partial<Caller> = {}): Promise<Caller> => {
    const { isFresh = false, isOperator = false } = more;
    const hasPasskey = more.dead !== 'second_factor_required';
    const given = await givenUser(services, home.workspace.accountId, { role, isOperator, isFresh, hasPasskey, password: PASSWORD });
    const { userId, sessionId } = given;
    const headers = { cookie: `${cookieName(services.config)}=${given.sessionToken}`, 'sec-fetch-site': 'same-origin' };
    return { name, kind: 'person', place: 'own', home: 'ordinary', scopes: [], role, headers, userId, sessionId, ...more };
  };
  const { ordinary, suspended, foreign } = homes;
  const people: Promise<Caller>[] = [];
  for (const role of ['owner', 'approver', 'editor', 'viewer'] as const) {
    people.push(
      person(role, ordinary, role),
      person(`${role}, fresh`, ordinary, role, { isFresh: true }),
      person(`${role} of a foreign account, fresh`, foreign, role, { place: 'foreign', isFresh: true }),
      person(`${role} of a suspended account, fresh`, suspended, role, { home: 'suspended', isFresh: true }),
    );
  }
  people.push(
    person('operator', foreign, 'owner', { place: 'foreign', isFresh: true, isOperator: true }),
    person('operator, not fresh', foreign, 'owner', { place: 'foreign', isOperator: true }),
  );
  if (services.config.people.secondFactor === 'owners') {
    const dead = 'second_factor_required';
    people.push(
      person('owner without a second factor', ordinary, 'owner', { isFresh: true, dead }),
      person('operator without a second factor', foreign, 'owner', { place: 'foreign', isFresh: true, isOperator: true, dead }),
    );
  }
  return Promise.all(people);
}

/** A client's session after the code, sent to every endpoint as every kind of credential: valid only for clients' endpoints. */
async function clientOf(services: Services, { workspace, owner }: Home): Promise<Caller[]> {
  const { sessionToken: token, linkId } = await givenClient(services, workspace, owner, []);
  const names = [cookieName(services.config), clientCookieName(services.config, linkId)];
  const headers = { cookie: names.map((name) => `${name}=${token}`).join('; '), 'sec-fetch-site': 'same-origin' };
  return [
    { ...anonymous(), name: 'a client, by cookie', place: 'own', headers },
    { ...anonymous(), name: 'a client, by key', place: 'own', headers: { authorization: `Bearer ${token}` }, dead: 'key_malformed' },
  ];
}

function anonymous(): Caller {
  return { name: 'nobody', kind: 'anonymous', place: 'foreign', home: 'ordinary', scopes: [], headers: {} };
}
