import { hash } from '@node-rs/argon2';
import { Account, type AccountState } from '../access/account.entity.ts';
import type { Role, Scope } from '../access/actor.ts';
import { newApiKey } from '../access/grants/api-keys.ts';
import { Agent, ApiKey, Grant } from '../access/grants/grant.entity.ts';
import { Passkey } from '../access/passkeys/passkey.entities.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { Membership, User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { DAY_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { LaunchStep } from '../launch/launch.entities.ts';
import { LAUNCH_STEPS } from '../launch/launch-steps.ts';
import { newId } from '../new-id.ts';

const ALL_SCOPES: Scope[] = ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read'];

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** An approved account with one workspace, on a plan without allowance. */
export async function givenWorkspace(services: Services, options: { state?: AccountState; plan?: string } & Partial<Workspace> = {}) {
  const { state = 'approved', plan = 'none', ...policies } = options;
  const em = services.orm.em.fork();
  const now = services.clock.now();
  const account = em.create(Account, { id: newId('acc'), name: `Account ${next()}`, state, plan, createdAt: now });
  const workspace = em.create(Workspace, {
    id: newId('wsp'),
    accountId: account.id,
    name: `Workspace ${next()}`,
    createdAt: now,
    ...policies,
  });
  await em.flush();
  return { account, workspace, accountId: account.id, workspaceId: workspace.id };
}

/** An agent with an active grant and the key that only it knows. */
export async function givenAgent(
  services: Services,
  workspace: Workspace,
  options: { scopes?: Scope[]; name?: string } & Partial<
    Pick<Grant, 'isSandboxOnly' | 'jobsPerDay' | 'creditsPerMonth' | 'expiresAt' | 'state' | 'personUserId'>
  > = {},
) {
  const { scopes = ALL_SCOPES, name, ...rest } = options;
  const em = services.orm.em.fork();
  const now = services.clock.now();
  const agent = em.create(Agent, { id: newId('agt'), accountId: workspace.accountId, name: name ?? `Agent ${next()}`, createdAt: now });
  const grant = em.create(Grant, {
    id: newId('grt'),
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    agentId: agent.id,
    scopes,
    state: 'active',
    createdAt: now,
    ...rest,
  });
  const { keyId, key } = newApiKey(grant.isSandboxOnly);
  em.create(ApiKey, {
    id: keyId,
    grantId: grant.id,
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    keyHash: services.sealer.hash('api-key', key),
    createdAt: now,
    expiresAt: new Date(now.getTime() + 90 * DAY_MS),
  });
  await em.flush();
  return { agent, grant, grantId: grant.id, keyId, key, authorization: `Bearer ${key}` };
}

const hashes = new Map<string, Promise<string>>();

/**
 * Hashed once per password: people are created by the dozen. Directly, since the service's own queue would refuse on
 * a busy machine.
 */
function hashOf(password: string): Promise<string> {
  const hashed = hashes.get(password) ?? hash(password);
  hashes.set(password, hashed);
  return hashed;
}

/** A person of the account, signed in: the cookie's token goes with every request. */
export async function givenUser(
  services: Services,
  accountId: string,
  options: { role?: Role; isOperator?: boolean; password?: string; isFresh?: boolean; hasPasskey?: boolean } = {},
) {
  const em = services.orm.em.fork();
  const now = services.clock.now();
  const number = next();
  const user = em.create(User, {
    id: newId('usr'),
    email: `person-${number}-${Date.now()}@example.org`,
    name: `Person ${number}`,
    passwordHash: options.password ? await hashOf(options.password) : 'not a hash: this person signs in by session only',
    isOperator: options.isOperator ?? false,
    emailConfirmedAt: now,
    createdAt: now,
  });
  em.create(Membership, { userId: user.id, accountId, role: options.role ?? 'owner', createdAt: now });
  const sessionToken = `session-${newId('ses')}`;
  const session = em.create(Session, {
    id: newId('ses'),
    userId: user.id,
    tokenHash: services.sealer.hash('session', sessionToken),
    userAgent: 'test',
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + DAY_MS),
    // A recent sign-in, unless the test needs an old one.
    reauthenticatedAt: options.isFresh === false ? null : now,
    secondFactorAt: options.hasPasskey ? now : null,
  });
  if (options.hasPasskey) {
    const about = { credentialId: newId('psk'), publicKey: '', counter: 0, transports: [], name: 'Phone' };
    em.create(Passkey, { id: newId('psk'), userId: user.id, ...about, createdAt: now });
  }
  await em.flush();
  return { user, userId: user.id, sessionId: session.id, sessionToken };
}

/** Signs every launch step, so platforms other than the sandbox may publish. */
export async function givenLaunched(services: Services): Promise<void> {
  const em = services.orm.em.fork();
  await em.upsertMany(
    LaunchStep,
    LAUNCH_STEPS.map(({ id }) => ({ step: id, signedBy: null, signedAt: services.clock.now() })),
  );
}
