import { Approval } from '../../approvals/approval.entity.ts';
import type { Context } from '../../context.ts';
import { contentHash, hashJson } from '../../payloads/content-hash.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/**
 * The last look before anything is sent: the stored payload is the one that was hashed, the set it
 * belongs to is the job's, the job's is the approved one, and it goes to the account that was approved. The tables refuse changes and the
 * gates have compared the hashes; this computes them again from what is about to leave. `set`: the job's payloads in their order.
 */
export async function verifyContentHash(
  ctx: Context,
  { job, publication, payload, set }: { job: PublishJob; publication: Publication; payload: Payload; set: readonly Payload[] },
): Promise<void> {
  const approval = job.approvalId ? await ctx.em.findOneOrFail(Approval, job.approvalId) : null;
  const isProven =
    set.some(({ id }) => id === payload.id) &&
    // The account that was approved is the payload's: the publication must lead to no other.
    publication.connectionId === payload.connectionId &&
    publication.platform === payload.platform &&
    set.every(({ body, payloadHash }) => hashJson(body) === payloadHash) &&
    contentHash(set.map(({ platform, connectionId, body }) => ({ platform, connectionId: connectionId ?? null, body }))) ===
      job.contentHash &&
    (approval === null ? job.mode === 'auto' : approval.contentHash === job.contentHash);
  if (!isProven) throw new ContentChangedError(`The stored payloads of ${job.id} are not what was approved.`);
}

/** Somebody has changed rows that nothing in this service changes. */
export class ContentChangedError extends Error {}
