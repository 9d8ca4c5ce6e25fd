import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import { joined, say, type Words } from '../../languages/sentence.ts';
import type { Scope } from '../actor.ts';
import type { Grant } from './grant.entity.ts';
import { lockManagedGrant } from './pause-grant.ts';

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
  const refuse = (name: string, message: Words) => fields.push({ pointer: `/${name}`, message });
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
  if (expiresAt && grant.expiresAt && expiresAt > grant.expiresAt) refuse('expiresAt', say`Must not be later than it ends today.`);
  return fields;
}
