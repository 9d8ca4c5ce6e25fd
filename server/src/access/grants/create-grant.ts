import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../new-id.ts';
import { SCOPES, type Scope } from '../actor.ts';
import { requireWorkspace } from '../authorise.ts';
import { CLIENT_NAME_RULE, readClientName, readClientUri } from '../oauth/clients/client-document.ts';
import { issueKey } from './api-keys.ts';
import { Grant } from './grant.entity.ts';

export interface CreateGrantInput {
  workspaceId: string;
  agentName: string;
  vendor?: string | null;
  homePage?: string | null;
  scopes: readonly string[];
  isSandboxOnly?: boolean;
  /** The person who approved it and so owns the agent; absent for the operator. */
  letInBy?: { userId: string; name: string };
  /** The person whose own program it is; absent for an agent. */
  personUserId?: string | null;
  expiresAt?: Date | null;
  jobsPerDay?: number | null;
  creditsPerMonth?: number | null;
}

/** Grants an agent access to a workspace. The key is only in this result: pass it to the agent alone. */
export async function createGrant(ctx: Context, input: CreateGrantInput): Promise<{ grantId: string; keyId: string; key: string }> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  const scopes = readScopes(input.scopes);
  requireSensibleLimits(ctx, input);
  const agentId = await findOrCreateAgent(ctx, workspace.accountId, input);
  const grant = ctx.em.create(Grant, {
    id: newId('grt'),
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    agentId,
    personUserId: input.personUserId ?? null,
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
    details: { keyId, scopes, agentId, ...(input.personUserId && { personUserId: input.personUserId }) },
  });
  return { grantId: grant.id, keyId, key };
}

/** The scopes by name; an unknown one is refused with the list of known ones. */
export function readScopes(names: readonly string[]): Scope[] {
  const known: readonly string[] = SCOPES;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0 || names.length === 0) {
    const message = `${unknown.length > 0 ? `Unknown: ${unknown.join(', ')}. ` : 'At least one is needed. '}Known scopes: ${SCOPES.join(', ')}.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/scopes', message }] });
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

function requireSensibleLimits(ctx: Context, { jobsPerDay, creditsPerMonth, expiresAt }: CreateGrantInput): void {
  const isLimit = (limit: number | null | undefined) => limit == null || (Number.isInteger(limit) && limit >= 1);
  if (!isLimit(jobsPerDay)) refuse('/jobs_per_day', 'Must be a whole number of at least 1.');
  if (!isLimit(creditsPerMonth)) refuse('/credits_per_month', 'Must be a whole number of at least 1.');
  if (expiresAt && expiresAt <= ctx.clock.now()) refuse('/expires_at', 'Must be in the future.');
}

/** People decide by these two, so they must not imitate others. */
function readAgent(input: CreateGrantInput): { name: string; homePage: string | null } {
  const name = readClientName(input.agentName);
  if (name === null) refuse('/agent_name', `${CLIENT_NAME_RULE.replace('must', 'Must')}.`);
  const homePage = input.homePage ? readClientUri(input.homePage) : null;
  if (input.homePage && homePage === null) refuse('/home_page', 'Must be an address that begins with http:// or https://.');
  return { name, homePage };
}

function refuse(pointer: string, message: string): never {
  throw new DomainError('validation_failed', { fields: [{ pointer, message }] });
}

async function findOrCreateAgent(ctx: Context, accountId: string, input: CreateGrantInput): Promise<string> {
  const { name, homePage } = readAgent(input);
  const { letInBy } = input;
  const [row] = await query(
    ctx.em,
    tables
      .insertInto('agents')
      .values({
        id: newId('agt'),
        account_id: accountId,
        name,
        vendor: input.vendor ?? null,
        home_page: homePage,
        created_at: ctx.clock.now(),
        let_in_by_user_id: letInBy?.userId ?? null,
        let_in_by_name: letInBy?.name ?? null,
      })
      .onConflict((on) =>
        on
          .columns(['account_id', 'name'])
          .where('let_in_by_user_id', 'is', null)
          .doUpdateSet(({ fn, ref }) => ({
            vendor: fn.coalesce(ref('excluded.vendor'), ref('agents.vendor')),
            home_page: fn.coalesce(ref('excluded.home_page'), ref('agents.home_page')),
          })),
      )
      .returning('id'),
  );
  if (!row) throw new Error(`The agent ${name} was neither found nor made.`);
  return row.id;
}
