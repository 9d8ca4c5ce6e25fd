import type { Context } from '../../context.ts';
import { remedyOf } from '../../drafts/draft-remedies.ts';
import { type LockedDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import type { Publication } from '../publication.entity.ts';
import { PUBLICATION_TRANSITIONS, type PublicationState } from '../publication-states.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { PUBLISH_JOB_TRANSITIONS, type PublishJobState } from '../publish-job-states.ts';
import { tellJob } from './tell-job.ts';

/** Brings a job into a state by its table; where it is there already, nothing happens. The caller has locked the draft and flushes. */
export function moveJob(ctx: Context, job: PublishJob, to: PublishJobState): void {
  if (job.state === to) return;
  job.state = nextState('publish job', PUBLISH_JOB_TRANSITIONS, job.state, to);
  job.updatedAt = ctx.clock.now();
  tellJob(ctx, job);
}

/** Brings a publication into a state by its table. The caller has locked the draft and flushes. */
export function movePublication(publication: Publication, to: PublicationState): void {
  publication.state = nextState('publication', PUBLICATION_TRANSITIONS, publication.state, to);
}

/** A gate is shut: the job waits until something changes. The caller flushes. */
export function parkJob(ctx: Context, job: PublishJob, draft: LockedDraft): void {
  moveJob(ctx, job, 'blocked');
  if (draft.state === 'scheduled') moveDraft(ctx, draft, 'approved');
}

/** Throws `invalid_state` once anything of the job was sent or is being sent: its draft is final. */
export function refuseSent(job: PublishJob, publications: readonly Publication[]): void {
  const sent = publications.find(({ state }) => state !== 'pending');
  if (!sent) return;
  throw new DomainError('invalid_state', {
    message: say`A publication of this draft is ${sent.state} already, so that the draft cannot be changed any more.`,
    remedy: remedyOf(sent.state === 'published' ? 'published' : 'publishing'),
    details: { publish_job_id: job.id, publication_state: sent.state },
  });
}
