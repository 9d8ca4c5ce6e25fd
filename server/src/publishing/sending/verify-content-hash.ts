import type { Context } from '../../context.ts';
import { lockDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { contentHash, hashJson } from '../../payloads/content-hash.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { publicationsIn } from '../jobs/load-job.ts';
import { moveJob, rollUpJob } from '../jobs/roll-up-job.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { fail } from './apply-outcome.ts';

/**
 * The final check before sending: the stored payload matches its hash, its set is the job's, the job's set is the
 * approved one, and its account is the approved one. The tables refuse changes and the gates have compared the
 * hashes; this computes them again from the bytes to be sent. `set`: the job's payloads in order; `approvedHash`: the
 * hash of its approval.
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
    // The approved account is the payload's: the publication must have no other.
    publication.connectionId === payload.connectionId &&
    publication.platform === payload.platform &&
    set.every(({ body, payloadHash }) => hashJson(body) === payloadHash) &&
    contentHash(set.map(({ platform, connectionId, body }) => ({ platform, connectionId: connectionId ?? null, body }))) ===
      job.contentHash &&
    (job.approvalId ? approvedHash === job.contentHash : job.mode === 'auto');
  if (!isProven) throw new ContentChangedError(`The stored payloads of ${job.id} are not what was approved.`);
  return payload;
}

/** Rows were changed that the service itself never changes. */
export class ContentChangedError extends Error {}

const CHANGED = say`The stored content is not what was approved. Nothing was sent.`;

/** Fails a publication that may not be sent as it was approved. Nothing was sent. */
export async function refusePublication(
  ctx: Context,
  publicationId: string,
  code: 'content_changed' | 'edit_outdated',
  why: LocalizedMessage = CHANGED,
): Promise<Publication['state']> {
  const { jobId } = await ctx.em.findOneOrFail(Publication, publicationId);
  const job = await ctx.em.findOneOrFail(PublishJob, jobId);
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const publication = publications.find(({ id }) => id === publicationId);
  if (publication?.state !== 'pending') return publication?.state ?? 'failed';
  await fail(ctx, { publication, job, draft }, code, why);
  if (job.state === 'ready') moveJob(ctx, job, 'queued');
  moveJob(ctx, job, 'publishing');
  moveDraft(ctx, draft, 'publishing');
  await rollUpJob(ctx, job, draft, publications);
  return publication.state;
}
