import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/**
 * Failures that the platform itself has put its word behind: it refused the post, or it could not
 * be reached for as long as was tried, so nothing was published. A person's word that a post is not
 * there (`settled_absent`) is good for the credit, not for sending the same again.
 */
const SAFE_FAILURES = ['rejected', 'gave_up'];

/** Those publications of an ended job that may be asked for again; none once that was done. */
export function retriesOf<P extends Pick<Publication, 'state' | 'failureCode'>>(
  job: Pick<PublishJob, 'state' | 'supersededBy'>,
  publications: readonly P[],
): P[] {
  if (job.supersededBy || (job.state !== 'failed' && job.state !== 'partially_published')) return [];
  return publications.filter(({ state, failureCode }) => state === 'failed' && SAFE_FAILURES.includes(failureCode ?? ''));
}
