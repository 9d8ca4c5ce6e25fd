import { requireOperator } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { LaunchStep } from './launch-step.entity.ts';
import { LAUNCH_STEPS } from './launch-steps.ts';

/** Signs a launch step, by the operator. Signing it again keeps the first signature. */
export async function signLaunchStep(ctx: Context, step: string): Promise<void> {
  assertTransaction(ctx);
  requireOperator(ctx);
  await requireRecentIfPerson(ctx);
  if (!LAUNCH_STEPS.some(({ id }) => id === step)) {
    const known = LAUNCH_STEPS.map(({ id }) => id).join(', ');
    throw new DomainError('validation_failed', { fields: [{ pointer: '/step', message: `Not a launch step. Known: ${known}.` }] });
  }
  if (await ctx.em.count(LaunchStep, { step })) return;
  await ctx.em.upsert(LaunchStep, { step, signedBy: ctx.actor.kind === 'user' ? ctx.actor.userId : null, signedAt: ctx.clock.now() });
  await recordAudit(ctx, { accountId: null, action: 'launch.signed', subjectId: step });
  await gatesMayHaveOpened(ctx, null);
}
