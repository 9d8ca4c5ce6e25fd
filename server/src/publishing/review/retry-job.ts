import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { currentCaptions } from '../../captions/caption-queries.ts';
import { writeCaptions } from '../../captions/write-captions.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { createDraft } from '../../drafts/create-draft.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { copyAuthors } from '../../drafts/draft-authors.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { cancelPublications } from '../jobs/end-job.ts';
import { remedyOfFailure, retriesOf } from '../jobs/explain-jobs.ts';
import { loadJob } from '../jobs/job-queries.ts';
import { publicationsIn } from '../jobs/load-job.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import type { Publication } from '../publication.entity.ts';
import { LIVE_STATES, type PublishJob } from '../publish-job.entity.ts';
import type { DraftResult } from './draft-result.ts';
import { submitDraft } from './submit-draft.ts';

/**
 * Resubmits the publications that failed without publishing anything. Nothing is sent under the old approval: a new
 * decision is required, and every gate is evaluated again. If all of a job failed, its draft is submitted again; if
 * part of it is published, the rest becomes a draft of its own, each target only once, including those that had no
 * account at that time. `invalid_state` if nothing can be retried safely. Needs a transaction, `jobs:write` and, for a new
 * draft, `drafts:write`.
 */
export async function retryJob(ctx: Context, jobId: string): Promise<DraftResult> {
  assertTransaction(ctx);
  const job = await loadJob(ctx, jobId);
  requireScope(ctx, 'jobs:write');
  await requireWorkspace(ctx, job.workspaceId, 'write');
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const retries = retriesOf(job, publications, ctx.actor);
  if (retries.length === 0) {
    throw new DomainError('invalid_state', {
      message: say`The publish job is ${job.state}; nothing of it can safely be tried again.`,
      remedy: remedyOfRefused(job, publications),
      details: { from: job.state, to: 'blocked' },
    });
  }
  const isWhole = retries.length === publications.length && draft.state === 'failed';
  if (draft.editsPublicationId && !isWhole) {
    throw new DomainError('invalid_state', {
      message: say`The draft of this edit was changed since it failed.`,
      remedy: say`Submit the draft as it is now, or archive it.`,
      details: { draft_id: draft.id },
    });
  }
  // The rest of a partly published job can no longer be published as signed.
  if (job.state === 'blocked') {
    await cancelPublications(ctx, retries);
    await rollUpJob(ctx, job, draft, publications);
    await ctx.em.flush();
  }
  const again = isWhole ? draft : await draftOfRest(ctx, job, draft, retries);
  const result = await submitDraft(ctx, again, { mode: 'approval_queue', approvalRequired: true });
  // What is still held of this job goes by itself.
  if (!LIVE_STATES.some((state) => state === job.state)) job.supersededBy = result.job?.id ?? null;
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publish_job.retried',
    subjectId: job.id,
    details: { draftId: again.id, publishJobId: result.job?.id ?? null, publications: retries.map(({ id }) => id) },
  });
  return result;
}

/** The remedy if there is nothing to retry. */
function remedyOfRefused(job: PublishJob, publications: readonly Publication[]): Sentence {
  const failed = publications.find(({ state }) => state === 'failed' || state === 'unknown');
  if (failed) return remedyOfFailure(job, failed);
  if (LIVE_STATES.some((state) => state === job.state)) return say`Nothing has failed. Read the publish job to see what it waits for.`;
  return say`Nothing has failed. Create a new draft for another post.`;
}

/**
 * The same content, note and creator (which determine its stages), for the missing accounts. A unique external id
 * prevents a second one.
 */
async function draftOfRest(ctx: Context, job: PublishJob, draft: Draft, retries: readonly Publication[]): Promise<Draft> {
  const platforms = [...new Set(retries.map(({ platform }) => platform))];
  const made = await createDraft(ctx, {
    workspaceId: job.workspaceId,
    sourceText: draft.sourceText,
    link: draft.link ?? null,
    wording: draft.wording ?? null,
    mediaIds: draft.mediaIds ?? null,
    noteToReviewer: draft.noteToReviewer ?? null,
    platforms,
    // Without an account: the current ones.
    connectionIds: retries.some(({ connectionId }) => connectionId) ? retries.flatMap(({ connectionId }) => connectionId ?? []) : null,
    publishMode: 'approval_queue',
    externalId: `retry-of-${retries[0]?.id}`,
  });
  Object.assign(made.draft, { grantId: draft.grantId ?? null, userId: draft.userId ?? null });
  if (draft.noteToReviewer) Object.assign(made.draft, noteAuthorOf(draft));
  const words = (await currentCaptions(ctx, draft.id))?.captions.filter(({ platform }) => platforms.includes(platform)) ?? [];
  const captions = words.map(({ platform, text, tags, thread, settings }) => ({ platform, text, tags, thread, settings }));
  await writeCaptions(ctx, made.draft, captions, ctx.actor.kind === 'user' ? 'person' : 'agent');
  await copyAuthors(ctx, draft, made.draft);
  return loadDraft(ctx, made.draft.id, 'write');
}

/** A note without an author of its own belongs to the draft's author. */
function noteAuthorOf({ noteGrantId = null, noteUserId = null, grantId, userId }: Draft) {
  return noteGrantId || noteUserId ? { noteGrantId, noteUserId } : { noteGrantId: grantId ?? null, noteUserId: userId ?? null };
}
