import { recordAudit } from '../audit/record-audit.ts';
import type { Context, Scope } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { Agent } from './agent.entity.ts';
import { requireWorkspace } from './authorise.ts';
import { Grant, SCOPES } from './grant.entity.ts';
import { issueKey } from './issue-key.ts';

export interface CreateGrantInput {
  workspaceId: string;
  agentName: string;
  vendor?: string | null;
  homePage?: string | null;
  scopes: readonly string[];
  isSandboxOnly?: boolean;
  expiresAt?: Date | null;
  jobsPerDay?: number | null;
  creditsPerMonth?: number | null;
}

/** Lets an agent into a workspace. The key is in the answer and nowhere else: hand it to the agent alone. */
export async function createGrant(ctx: Context, input: CreateGrantInput): Promise<{ grantId: string; keyId: string; key: string }> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  const scopes = readScopes(input.scopes);
  const agentId = await findOrCreateAgent(ctx, workspace.accountId, input);
  const grant = ctx.em.create(Grant, {
    id: newId('grt'),
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    agentId,
    scopes,
    state: 'active',
    isSandboxOnly: input.isSandboxOnly ?? false,
    jobsPerDay: input.jobsPerDay ?? null,
    creditsPerMonth: input.creditsPerMonth ?? null,
    createdAt: ctx.clock.now(),
    expiresAt: input.expiresAt ?? null,
  });
  await ctx.em.flush();
  const { keyId, key } = await issueKey(ctx, grant);
  await recordAudit(ctx, {
    accountId: workspace.accountId,
    action: 'grant.created',
    subjectId: grant.id,
    details: { keyId, scopes, agentId },
  });
  return { grantId: grant.id, keyId, key };
}

/** The scopes by name; an unknown one is refused together with the list of the known ones. */
export function readScopes(names: readonly string[]): Scope[] {
  const known: readonly string[] = SCOPES;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0 || names.length === 0) {
    const message = `${unknown.length > 0 ? `Unknown: ${unknown.join(', ')}. ` : 'At least one is needed. '}Known scopes: ${SCOPES.join(', ')}.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/scopes', message }] });
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

async function findOrCreateAgent(ctx: Context, accountId: string, input: CreateGrantInput): Promise<string> {
  const name = input.agentName.trim();
  if (name.length === 0 || name.length > 200) {
    throw new DomainError('validation_failed', { fields: [{ pointer: '/agent_name', message: 'Must have 1 to 200 characters.' }] });
  }
  const [row] = await ctx.em.execute<{ id: string }[]>(
    `insert into agents (id, account_id, name, vendor, home_page, created_at) values (?, ?, ?, ?, ?, ?)
     on conflict (account_id, name) do update set vendor = coalesce(excluded.vendor, agents.vendor), home_page = coalesce(excluded.home_page, agents.home_page)
     returning id`,
    [newId('agt'), accountId, name, input.vendor ?? null, input.homePage ?? null, ctx.clock.now()],
  );
  if (!row) throw new Error(`The agent ${name} was neither found nor made.`);
  return ctx.em.getReference(Agent, row.id).id;
}
