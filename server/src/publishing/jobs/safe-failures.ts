import type { Actor } from '../../access/actor.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/**
 * Failures that the platform itself has put its word behind: it refused the post, or it could not
 * be reached for as long as was tried, so nothing was published. A person's word that a post is not
 * there (`settled_absent`) is good for the credit, not for sending the same again.
 */
const SAFE_FAILURES = ['rejected', 'gave_up'];
/** Words that a platform refuses, it refuses again: only a person can know that the reason is gone. */
const SAFE_FOR_AGENTS = ['gave_up'];

/** The publications of an ended job that may be retried; none once that was done. */
export function retriesOf<P extends Pick<Publication, 'state' | 'failureCode' | 'connectionId'>>(
  job: Pick<PublishJob, 'state' | 'supersededBy'>,
  publications: readonly P[],
  { kind }: Pick<Actor, 'kind'>,
): P[] {
  if (job.state === 'blocked') return neverConnected(publications);
  if (job.supersededBy || (job.state !== 'failed' && job.state !== 'partially_published')) return [];
  const safe = kind === 'agent' ? SAFE_FOR_AGENTS : SAFE_FAILURES;
  return publications.filter(({ state, failureCode }) => state === 'failed' && safe.includes(failureCode ?? ''));
}

/**
 * Targets without an account when the content was signed, once the others are published: an account connected later
 * is not part of what was signed, so they become a post of their own.
 */
function neverConnected<P extends Pick<Publication, 'state' | 'connectionId'>>(publications: readonly P[]): P[] {
  const isHalfOut = publications.some(({ state }) => state === 'published');
  const isSettled = publications.every(({ state }) => ['pending', 'published', 'failed', 'cancelled'].includes(state));
  return isHalfOut && isSettled ? publications.filter(({ state, connectionId }) => state === 'pending' && !connectionId) : [];
}
