import { LockMode } from '@mikro-orm/postgresql';
import { lockAgainstSenders, WHOLE_SERVICE } from '../access/accounts.ts';
import { requireOperator } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { say } from '../languages/sentence.ts';
import { ServiceSwitch } from './launch.entities.ts';

const LONGEST_REASON = 200;

/**
 * Stops publishing for the whole service: nothing new is sent from the next intent on, and what is in progress ends
 * in a definite state. Stopping again only changes the reason. Operators only.
 */
export async function stopService(ctx: Context, input: { reason?: string | null | undefined } = {}): Promise<ServiceSwitch> {
  const reason = input.reason?.trim() || null;
  if (reason !== null && reason.length > LONGEST_REASON) {
    throw new DomainError('validation_failed', {
      fields: [{ pointer: '/reason', message: say`Must be at most ${LONGEST_REASON} characters; it is shown to all customers.` }],
    });
  }
  const service = await lockSwitch(ctx);
  const wasStopped = service.stoppedAt != null;
  if (wasStopped && service.reason === reason) return service;
  service.stoppedAt ??= ctx.clock.now();
  service.stoppedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  service.reason = reason;
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: null, action: 'service.stopped', subjectId: service.id, details: { reason } });
  return service;
}

/** Resumes publishing. Operators only, with a recent sign-in; stopping needs none. */
export async function resumeService(ctx: Context): Promise<ServiceSwitch> {
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  const service = await lockSwitch(ctx);
  if (!service.stoppedAt) return service;
  Object.assign(service, { stoppedAt: null, stoppedBy: null, reason: null });
  await ctx.em.flush();
  await recordAudit(ctx, { accountId: null, action: 'service.resumed', subjectId: service.id });
  await gatesMayHaveOpened(ctx, null);
  return service;
}

async function lockSwitch(ctx: Context): Promise<ServiceSwitch> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await lockAgainstSenders(ctx, WHOLE_SERVICE);
  return ctx.em.findOneOrFail(ServiceSwitch, 'publishing', { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}
