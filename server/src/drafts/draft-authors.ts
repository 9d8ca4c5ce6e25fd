import { Agent } from '../access/grants/agent.entity.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { User } from '../access/user.entity.ts';
import type { Context } from '../context.ts';
import { say, type Words } from '../languages/sentence.ts';

export interface Author {
  kind: 'agent' | 'person';
  /** Their own, or what is said where it is not known. */
  name: Words;
}

/** Who made each of these rows (drafts, jobs, caption sets), by the row's id. Three queries at the most, however many rows. */
export async function authorsOf(
  ctx: Context,
  rows: readonly { id: string; grantId?: string | null; userId?: string | null }[],
): Promise<Map<string, Author>> {
  const grantIds = [...new Set(rows.flatMap((row) => row.grantId ?? []))];
  const userIds = [...new Set(rows.flatMap((row) => row.userId ?? []))];
  const grants = grantIds.length > 0 ? await ctx.em.find(Grant, { id: { $in: grantIds } }) : [];
  const agents = grants.length > 0 ? await ctx.em.find(Agent, { id: { $in: grants.map((grant) => grant.agentId) } }) : [];
  const users = userIds.length > 0 ? await ctx.em.find(User, { id: { $in: userIds } }) : [];

  const agentNames = new Map(agents.map((agent) => [agent.id, agent.name]));
  const names = new Map<string, Author>([
    ...grants.map((grant): [string, Author] => [grant.id, { kind: 'agent', name: agentNames.get(grant.agentId) ?? say`An agent` }]),
    ...users.map((user): [string, Author] => [user.id, { kind: 'person', name: user.name }]),
  ]);
  return new Map(rows.map((row) => [row.id, names.get(row.grantId ?? row.userId ?? '') ?? { kind: 'person', name: say`The operator` }]));
}
