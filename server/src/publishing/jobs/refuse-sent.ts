import { DomainError } from '../../errors.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/** Throws `invalid_state` once anything of the job was sent or is about to be: its draft cannot be changed any more. */
export function refuseSent(job: PublishJob, publications: readonly Publication[]): void {
  const sent = publications.find(({ state }) => state !== 'pending');
  if (!sent) return;
  throw new DomainError('invalid_state', {
    message: `A publication of this draft is ${sent.state} already, so that the draft cannot be changed any more.`,
    details: { publish_job_id: job.id, publication_state: sent.state },
  });
}
