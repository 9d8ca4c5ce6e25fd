import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import { gatesMayHaveOpened } from '../../events/gates-may-have-opened.ts';
import { recordEvent } from '../../events/record-event.ts';
import { joined, type LocalizedMessage, say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import { lockAgainstSenders } from '../accounts.ts';
import type { Scope } from '../actor.ts';
import { requireWorkspace, requireWorkspaceOrArchived } from '../authorise.ts';
import { addNotice } from '../notices.ts';
import { Agent, GRANT_TRANSITIONS, Grant, stateOfGrant } from './grant.entity.ts';
import { isOwnIntegration } from './grant-queries.ts';

/** Absent values stay unchanged. */
export interface NarrowGrantInput {
  grantId: string;
  scopes?: readonly Scope[];
  isSandboxOnly?: boolean;
  jobsPerDay?: number;
  creditsPerMonth?: number;
  expiresAt?: Date;
}

/** Reduces a grant. For more, the agent requests access again and an owner decides on all of it. */
export async function narrowGrant(ctx: Context, input: NarrowGrantInput): Promise<Grant> {
  const grant = await lockManagedGrant(ctx, input.grantId);
  const fields = findWidening(ctx, grant, input);
  if (fields.length > 0) throw new DomainError('validation_failed', { message: joined(fields.map(({ message }) => message)), fields });
  const { scopes } = input;
  if (scopes) grant.scopes = grant.scopes.filter((scope) => scopes.includes(scope));
  if (input.isSandboxOnly) grant.isSandboxOnly = true;
  grant.jobsPerDay = input.jobsPerDay ?? grant.jobsPerDay;
  grant.creditsPerMonth = input.creditsPerMonth ?? grant.creditsPerMonth;
  grant.expiresAt = input.expiresAt ?? grant.expiresAt;
  await ctx.em.flush();
  const { grantId: _, ...details } = input;
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.narrowed', subjectId: grant.id, details });
  return grant;
}

function findWidening(ctx: Context, grant: Grant, input: NarrowGrantInput): FieldError[] {
  const fields: FieldError[] = [];
  const refuse = (name: string, message: LocalizedMessage) => fields.push({ pointer: `/${name}`, message });
  const { scopes, expiresAt } = input;
  const extra = scopes?.filter((scope) => !grant.scopes.includes(scope)) ?? [];
  if (extra.length > 0) refuse('scopes', say`The grant does not include ${extra.join(', ')}; the agent must request it again.`);
  if (scopes?.length === 0) refuse('scopes', say`At least one is needed; revoke the grant to leave none.`);
  if (input.isSandboxOnly === false && grant.isSandboxOnly)
    refuse('isSandboxOnly', say`A sandbox-only grant cannot be extended; the agent must request access again.`);
  for (const name of ['jobsPerDay', 'creditsPerMonth'] as const) {
    const limit = input[name];
    if (limit === undefined) continue;
    const most = grant[name] ?? Number.POSITIVE_INFINITY;
    if (!Number.isInteger(limit) || limit < 1) refuse(name, say`Must be a whole number of at least 1; pause the grant to allow none.`);
    else if (limit > most) refuse(name, say`Must not be more than today's ${most}.`);
  }
  if (expiresAt && expiresAt <= ctx.clock.now()) refuse('expiresAt', say`Must be in the future; revoke the grant to end it now.`);
  if (expiresAt && grant.expiresAt && expiresAt > grant.expiresAt) refuse('expiresAt', say`Must not be later than the current end.`);
  return fields;
}

/** Pauses a grant: its keys are refused and nothing more of it is sent. Idempotent. */
export async function pauseGrant(ctx: Context, grantId: string): Promise<Grant> {
  const grant = await lockManagedGrant(ctx, grantId);
  if (grant.pausedAt) return grant;
  grant.pausedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.paused', subjectId: grant.id });
  return grant;
}

/** Resumes a paused grant. */
export async function resumeGrant(ctx: Context, grantId: string): Promise<Grant> {
  const grant = await lockManagedGrant(ctx, grantId);
  if (!grant.pausedAt) return grant;
  grant.pausedAt = null;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.resumed', subjectId: grant.id });
  await gatesMayHaveOpened(ctx, grant.accountId);
  return grant;
}

/** An active grant that the actor may manage, locked against every other change of it. */
async function lockManagedGrant(ctx: Context, grantId: string): Promise<Grant> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(Grant, { id: grantId });
  if (!found) throw new DomainError('not_found');
  await requireWorkspace(ctx, found.workspaceId, 'manage');
  const grant = await lockGrant(ctx, found);
  const state = stateOfGrant(grant, ctx.clock.now());
  if (state !== 'active') {
    throw new DomainError('invalid_state', {
      message: say`The grant is ${state}; it can no longer be changed.`,
      details: { from: state },
    });
  }
  return grant;
}

/**
 * Revokes a grant with all its keys, by an owner or the person whose program it is; effective in every process with
 * the commit. Idempotent.
 */
export async function revokeGrant(ctx: Context, grantId: string): Promise<Grant> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(Grant, { id: grantId });
  if (!found) throw new DomainError('not_found');
  const workspace = await requireWorkspaceOrArchived(ctx, found.workspaceId, isOwnIntegration(ctx, found) ? 'read' : 'manage');
  const grant = await lockGrant(ctx, found);
  if (grant.state === 'revoked') return grant;
  await endGrant(ctx, grant);
  const agent = await ctx.em.findOneOrFail(Agent, { id: grant.agentId });
  const by = ctx.actor.kind === 'user' ? ctx.actor.name : say`The operator`;
  const message = say`${by} ended the access of ${agent.name} to ${workspace.name}.`;
  await addNotice(ctx, { accountId: grant.accountId, kind: 'access_ended', message });
  return grant;
}

/** Requests that the agent fetch a new key. Only the agent ever sees the key. */
export async function requestRotation(ctx: Context, grantId: string): Promise<Grant> {
  const grant = await lockManagedGrant(ctx, grantId);
  if (grant.rotationRequestedAt) return grant;
  grant.rotationRequestedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.rotation_requested', subjectId: grant.id });
  recordGrantEvent(ctx, 'rotation_requested', grant);
  return grant;
}

/**
 * Returns the current grant, locked against sending and every other change. Call only once the actor's permission to
 * change it is checked: otherwise anyone could delay others' posts by naming their grants.
 */
async function lockGrant(ctx: Context, { id }: Grant): Promise<Grant> {
  await lockAgainstSenders(ctx, id);
  return ctx.em.findOneOrFail(Grant, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** Ends a grant that the caller has locked; writes the audit entry and publishes the event. */
export async function endGrant(ctx: Context, grant: Grant, details: { becauseLeft?: string } = {}): Promise<void> {
  grant.state = nextState('grant', GRANT_TRANSITIONS, grant.state, 'revoked');
  grant.revokedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: grant.accountId, action: 'grant.revoked', subjectId: grant.id, details });
  recordGrantEvent(ctx, 'revoked', grant);
}

/** Records an event about one agent's access; other agents do not receive it. */
export function recordGrantEvent(ctx: Context, happening: 'rotation_requested' | 'revoked', grant: Grant): void {
  const { id, accountId, workspaceId, agentId, state } = grant;
  recordEvent(ctx, { type: `grant.${happening}`, accountId, workspaceId, subjectId: id, grantId: id, data: { state, agent_id: agentId } });
}

/**
 * Ends the integrations of a person who left one account, or all of them. They stop working with the membership
 * anyway; this keeps them from working again if the person is invited again.
 */
export async function endIntegrationsOf(ctx: Context, { accountId, userId }: { accountId?: string; userId: string }): Promise<void> {
  const theirs = { personUserId: userId, state: 'active' as const, ...(accountId && { accountId }) };
  const grants = await ctx.em.find(Grant, theirs, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
  for (const grant of grants) await endGrant(ctx, grant, { becauseLeft: userId });
}
