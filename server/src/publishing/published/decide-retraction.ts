import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { nextState } from '../../state-table.ts';
import { recordRetractionEvent } from '../jobs/job-events.ts';
import { loadPublication } from '../jobs/load-job.ts';
import { RETRACTION_TRANSITIONS, Retraction } from '../retraction.entity.ts';

/** A person signs or declines a requested removal. Owners and approvers only. Needs a transaction. */
export async function decideRetraction(
  ctx: Context,
  { retractionId, contentHash, isSigned }: { retractionId: string; contentHash: string; isSigned: boolean },
): Promise<Retraction> {
  assertTransaction(ctx);
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  const retraction = await ctx.em.findOne(Retraction, retractionId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!retraction) throw new DomainError('not_found');
  await requireWorkspace(ctx, retraction.workspaceId, 'decide');
  const { userId } = requirePerson(ctx);
  if (retraction.contentHash !== contentHash) throw new DomainError('content_changed');
  const now = ctx.clock.now();
  retraction.state = nextState('removal', RETRACTION_TRANSITIONS, retraction.state, isSigned ? 'signed' : 'declined');
  Object.assign(retraction, { decidedBy: userId, decidedAt: now, ...(isSigned ? { nextAttemptAt: now } : { endedAt: now }) });
  await ctx.em.flush();
  recordRetractionEvent(ctx, retraction, await loadPublication(ctx, retraction.publicationId));
  await recordAudit(ctx, {
    accountId: retraction.accountId,
    action: isSigned ? 'retraction.signed' : 'retraction.declined',
    subjectId: retraction.publicationId,
    details: { retractionId, contentHash },
  });
  return retraction;
}
