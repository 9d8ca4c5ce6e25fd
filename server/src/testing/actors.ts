import type { Actor, Role, Scope } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Context, Services } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { givenAgent, givenUser } from './factories.ts';
import { contextFor } from './test-services.ts';

/** An agent with an active grant, as authentication passes it to a command. */
export async function agentActor(
  services: Services,
  workspace: Workspace,
  options: Parameters<typeof givenAgent>[2] = {},
): Promise<Extract<Actor, { kind: 'agent' }>> {
  const { agent, grant, keyId } = await givenAgent(services, workspace, options);
  return {
    kind: 'agent',
    grantId: grant.id,
    keyId,
    agentId: agent.id,
    agentName: agent.name,
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    scopes: grant.scopes as Scope[],
    isSandboxOnly: grant.isSandboxOnly,
  };
}

/** A signed-in person of the account, as authentication passes it to a command. */
export async function userActor(services: Services, accountId: string, role: Role = 'owner'): Promise<Extract<Actor, { kind: 'user' }>> {
  const { user, sessionId } = await givenUser(services, accountId, { role });
  return {
    kind: 'user',
    userId: user.id,
    sessionId,
    name: user.name,
    email: user.email,
    isOperator: false,
    roles: new Map([[accountId, role]]),
  };
}

/** An agent without rows, for policies that read no database. */
export function agentWith(scopes: Scope[], { accountId, workspaceId } = { accountId: 'acc_1', workspaceId: 'wsp_1' }): Actor {
  const ids = { grantId: 'grt_1', keyId: 'key_1', agentId: 'agt_1' };
  return { kind: 'agent', ...ids, agentName: 'Scribe', accountId, workspaceId, scopes, isSandboxOnly: false };
}

/** A person without rows, for policies that read no database. */
export function personWith(role: Role, accountId = 'acc_1'): Actor {
  const who = { userId: 'usr_1', sessionId: 'ses_1', name: 'Ada', email: 'ada@example.org' };
  return { kind: 'user', ...who, isOperator: false, roles: new Map([[accountId, role]]) };
}

/** Runs a command in its own transaction, like a transport. */
export function actAs<T>(services: Services, actor: Actor, work: (ctx: Context) => Promise<T>): Promise<T> {
  return inTransaction(contextFor(services, actor), work);
}
