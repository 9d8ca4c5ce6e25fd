import { contentHash, hashJson } from '../../payloads/content-hash.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/**
 * The last look before anything is sent: the stored payload is the one that was hashed, the set it
 * belongs to is the job's, the job's is the approved one, and it goes to the account that was approved. The tables refuse changes and the
 * gates have compared the hashes; this computes them again from what is about to leave. `set`: the job's payloads in their order;
 * `approvedHash`: what its approval is for.
 */
export function verifyContentHash({
  job,
  publication,
  set,
  approvedHash,
}: {
  job: PublishJob;
  publication: Publication;
  set: readonly Payload[];
  approvedHash: string | null;
}): Payload {
  const payload = set.find(({ id }) => id === publication.payloadId);
  const isProven =
    payload !== undefined &&
    // The account that was approved is the payload's: the publication must lead to no other.
    publication.connectionId === payload.connectionId &&
    publication.platform === payload.platform &&
    set.every(({ body, payloadHash }) => hashJson(body) === payloadHash) &&
    contentHash(set.map(({ platform, connectionId, body }) => ({ platform, connectionId: connectionId ?? null, body }))) ===
      job.contentHash &&
    (job.approvalId ? approvedHash === job.contentHash : job.mode === 'auto');
  if (!isProven) throw new ContentChangedError(`The stored payloads of ${job.id} are not what was approved.`);
  return payload;
}

/** Somebody has changed rows that nothing in this service changes. */
export class ContentChangedError extends Error {}
