import { requireOperator } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { LaunchStep } from './launch.entities.ts';

export interface LaunchStepFacts {
  id: string;
  /** A short name. */
  label: string;
  /** What the operator declares by signing it. */
  meaning: string;
}

/** What the operator signs before anything is published outside the sandbox. */
export const LAUNCH_STEPS: readonly LaunchStepFacts[] = [
  {
    id: 'terms_published',
    label: 'Terms are published',
    meaning: 'Customers can read the terms and the privacy notice they are served under.',
  },
  { id: 'abuse_contact', label: 'Complaints are answered', meaning: 'There is an address for complaints, and a person who reads it.' },
  {
    id: 'backups_tested',
    label: 'Backups are tested',
    meaning: 'The database is backed up (cs backup), the master key is kept apart from it, and restoring both was tried (cs restore).',
  },
  { id: 'live_publishing', label: 'Live publishing may begin', meaning: 'Posts may be published to real networks from this service.' },
];

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
