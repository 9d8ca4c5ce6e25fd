import { requirePerson, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { loadPublication, publicationsIn } from '../jobs/live-job.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { fail, publish } from '../sending/apply-outcome.ts';
import { checkManualResolution, type ManualResolutionWords } from './check-manual-resolution.ts';
import { ManualResolution } from './manual-resolution.entity.ts';

export interface SettleUnknownInput extends ManualResolutionWords {
  publicationId: string;
}

/**
 * A person who has checked the network settles a publication with an unknown outcome: its credit is spent or
 * refunded, once. A later settlement, by another person or by the platform's own late result, is refused with
 * `invalid_state`. Owners and approvers only, with a reason; never agents. Needs a transaction.
 */
export async function settleUnknown(ctx: Context, input: SettleUnknownInput): Promise<PublishJob> {
  assertTransaction(ctx);
  const { job } = await loadPublication(ctx, input.publicationId);
  await requireWorkspaceOrArchived(ctx, job.workspaceId, 'decide');
  const person = requirePerson(ctx);
  checkManualResolution(input);

  // The lock that every outcome takes: what is read from here on is final.
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const publication = publications.find(({ id }) => id === input.publicationId);
  if (publication?.state !== 'unknown') throw notUnknown(publication?.state ?? 'gone');

  const reason = input.reason.trim();
  const link = input.link || null;
  const subject = { publication, job, draft };
  if (input.verdict === 'published') await publish(ctx, subject, { providerId: input.providerId || (link ?? ''), url: link });
  else await fail(ctx, subject, 'settled_absent', say`${person.name} checked, and it was not published: ${reason}`);
  ctx.em.create(ManualResolution, {
    id: newId('stl'),
    accountId: job.accountId,
    publicationId: publication.id,
    userId: person.userId,
    verdict: input.verdict,
    reason,
    evidenceUrl: link,
    createdAt: ctx.clock.now(),
  });
  await ctx.em.flush();
  await rollUpJob(ctx, job, draft, publications);
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publication.settled',
    subjectId: publication.id,
    details: { jobId: job.id, verdict: input.verdict, reason, evidenceUrl: link, providerId: input.providerId || null },
  });
  return job;
}

export function notUnknown(state: string): DomainError {
  return new DomainError('invalid_state', {
    message: say`The outcome of the publication is known: it is ${state}. Only unknown outcomes can be settled or checked.`,
    details: { from: state },
  });
}
