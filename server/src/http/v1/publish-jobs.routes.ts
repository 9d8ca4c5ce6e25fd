import type { Static } from 'typebox';
import { noticeInEnglish } from '../../drafts/resolve-approval-required.ts';
import { buildEvidence } from '../../publishing/evidence/build-evidence.ts';
import { cancelJob } from '../../publishing/jobs/end-job.ts';
import { listJobs } from '../../publishing/jobs/list-jobs.ts';
import { loadPublication } from '../../publishing/jobs/load-job.ts';
import { LIVE_STATES } from '../../publishing/publish-job.entity.ts';
import { requestRetraction } from '../../publishing/published/request-retraction.ts';
import type { EditPostInput } from '../../publishing/review/edit-post.ts';
import { createPublishJobCommand, editPostCommand } from '../../publishing/review/prepared-commands.ts';
import { retryJob } from '../../publishing/review/retry-job.ts';
import type { CreatePublishJobInput } from '../../publishing/review/submit-draft.ts';
import { defineOperation } from '../engine/operation.ts';
import { IdempotencyHeaders } from './common.schemas.ts';
import { DraftSchema } from './drafts/drafts.schemas.ts';
import { presentNewDraft } from './drafts/drafts.views.ts';
import * as fixture from './examples/fixture.ts';
import * as examples from './examples/publish-jobs.ts';
import {
  CreatePublishJobBody,
  EditBody,
  EvidenceSchema,
  JobParams,
  ListJobsQuery,
  PublicationParams,
  PublishJobPage,
  PublishJobSchema,
  ReadJobQuery,
  RetractionBody,
} from './publish-jobs.schemas.ts';
import { presentJob, presentJobOf, presentJobs } from './publish-jobs.views.ts';
import { nextPageHeader } from './view-parts.ts';

const tag = 'Publish jobs';

/** Also `/create-publish-job`. */
export const createPublishJobOperation = defineOperation({
  id: 'createPublishJob',
  scope: 'jobs:write',
  tag,
  summary: 'Queue a draft for publishing',
  description:
    'Queues the draft for publishing. Unless the mode is `auto`, nothing is published until a person has approved exactly this content; and every gate must pass. A draft that already has a live job keeps it.',
  headers: IdempotencyHeaders,
  body: CreatePublishJobBody,
  success: [{ status: 202, description: 'The job, which is carried out later.', schema: PublishJobSchema, example: examples.JOB }],
  example: { body: examples.NEW_JOB },
  refuses: ['invalid_state', 'text_too_complex'],
  prepare: (ctx, { body }) => createPublishJobCommand.prepare(ctx, toJobInput(body)),
  async run(ctx, { body }, prepared) {
    const { job, notices } = await createPublishJobCommand.run(ctx, toJobInput(body), prepared);
    if (!job) throw new Error('A draft was queued without a job.');
    return { status: 202, body: await presentJob(ctx, job, notices.map(noticeInEnglish)) };
  },
});

function toJobInput(body: Static<typeof CreatePublishJobBody>): CreatePublishJobInput {
  return {
    workspaceId: body.workspace_id,
    draftId: body.draft_id,
    approvalRequired: body.approval_required,
    publishMode: body.publish_mode,
  };
}

export const readJobOperation = defineOperation({
  id: 'readPublishJob',
  scope: 'read',
  tag,
  summary: 'Read a publish job',
  description:
    'Returns the approval state, readiness with every gate, and publications with their attempts and links. Calls no platform. With `wait`, or the header `Prefer: wait=N`, it responds once the job changes or the time is over. With `If-None-Match` and the ETag of the previous response, it responds at once if the job has changed since, and with 304 if it has not by the end of the wait.',
  params: JobParams,
  query: ReadJobQuery,
  success: [{ status: 200, description: 'The job.', schema: PublishJobSchema, example: examples.PUBLISHED_JOB }],
  example: { params: { job_id: fixture.JOB_ID }, query: { wait: 30 } },
  async run(ctx, { params }) {
    return { status: 200, body: await presentJobOf(ctx, params.job_id) };
  },
  wait: {
    seconds: ({ query }) => query.wait ?? 0,
    isNews: (news, _ctx, { params }) => news.type === 'change' && news.change.id === params.job_id,
    isWorthIt: ({ state, publications }) =>
      LIVE_STATES.some((live) => live === state) ||
      publications.some(({ retraction }) => retraction?.state === 'requested' || retraction?.state === 'signed'),
  },
});

export const listJobsOperation = defineOperation({
  id: 'listPublishJobs',
  scope: 'read',
  tag,
  summary: 'List publish jobs',
  description: 'Lists the workspace’s publish jobs, newest first.',
  query: ListJobsQuery,
  success: [
    {
      status: 200,
      description: 'A page of jobs.',
      schema: PublishJobPage,
      example: { publish_jobs: [examples.PUBLISHED_JOB], next_cursor: null },
    },
  ],
  example: { query: { state: 'published', limit: 25 } },
  async run(ctx, { query, request }) {
    const workspaceId = query.workspace_id ?? ctx.actor.workspaceId;
    const page = await listJobs(ctx, workspaceId, { limit: query.limit ?? 25, cursor: query.cursor ?? null, state: query.state ?? null });
    const jobs = await presentJobs(ctx, page.items);
    return {
      status: 200,
      body: { publish_jobs: jobs, next_cursor: page.nextCursor },
      headers: nextPageHeader(ctx, request, page.nextCursor),
    };
  },
});

export const cancelJobOperation = defineOperation({
  id: 'cancelPublishJob',
  scope: 'jobs:write',
  tag,
  summary: 'Cancel a publish job',
  description: 'Cancels the publications that have not been sent. What was sent is not undone.',
  headers: IdempotencyHeaders,
  params: JobParams,
  success: [{ status: 200, description: 'The job in its new state.', schema: PublishJobSchema, example: examples.CANCELLED_JOB }],
  example: { params: { job_id: fixture.JOB_ID } },
  refuses: ['invalid_state'],
  async run(ctx, { params }) {
    const job = await cancelJob(ctx, params.job_id);
    return { status: 200, body: await presentJob(ctx, job) };
  },
});

export const retryJobOperation = defineOperation({
  id: 'retryPublishJob',
  scope: 'jobs:write',
  tag,
  summary: 'Retry failed publications',
  description:
    'For failures where the platform guarantees that nothing was published: submits the draft again or, if part of it was published, a new draft with the rest (needs `drafts:write` too). A new approval is required; nothing is published under the old one. An unknown outcome is never retried.',
  headers: IdempotencyHeaders,
  params: JobParams,
  success: [{ status: 202, description: 'The new job.', schema: PublishJobSchema, example: examples.RETRIED_JOB }],
  example: { params: { job_id: fixture.JOB_ID } },
  refuses: ['invalid_state'],
  async run(ctx, { params }) {
    const { job, notices } = await retryJob(ctx, params.job_id);
    if (!job) throw new Error('A draft was queued without a job.');
    return { status: 202, body: await presentJob(ctx, job, notices.map(noticeInEnglish)) };
  },
});

export const evidenceOperation = defineOperation({
  id: 'readEvidence',
  scope: 'read',
  tag,
  summary: 'Export the evidence of a publish job',
  description:
    'Returns the complete record of the job as one signed document: the content and its hash, approval and decisions, the gates at the time, attempts and responses, credits, and the audit log entries with their positions in the hash chain. `cs evidence verify --file F --keys K` verifies it offline, with the keys from `/.well-known/countersign-evidence-keys.json`.',
  params: JobParams,
  success: [{ status: 200, description: 'The signed document.', schema: EvidenceSchema, example: examples.EVIDENCE }],
  example: { params: { job_id: fixture.JOB_ID } },
  // Outside the read-only transaction: the audit log is read separately.
  prepare: (ctx, { params }) => buildEvidence(ctx, params.job_id),
  async run(_ctx, _input, evidence) {
    return { status: 200, body: evidence };
  },
});

export const requestRetractionOperation = defineOperation({
  id: 'requestRetraction',
  scope: 'jobs:write',
  tag,
  summary: 'Request the removal of a published post',
  description:
    'Asks a person to sign the removal of a published post from its network. Nothing is removed before that: give the `approval_url` to your user, and read the job with `wait` to learn the decision. Costs no credits. Repeated calls return the same request.',
  headers: IdempotencyHeaders,
  params: PublicationParams,
  body: RetractionBody,
  success: [
    {
      status: 202,
      description: 'The job, with the request in its publication.',
      schema: PublishJobSchema,
      example: examples.RETRACTED_JOB,
    },
  ],
  example: { params: { publication_id: fixture.PUBLICATION_ID }, body: { reason: 'The festival was moved to Sunday.' } },
  refuses: ['invalid_state'],
  async run(ctx, { params, body }) {
    await requestRetraction(ctx, { publicationId: params.publication_id, reason: body.reason });
    const { job } = await loadPublication(ctx, params.publication_id);
    return { status: 202, body: await presentJobOf(ctx, job.id) };
  },
});

export const requestEditOperation = defineOperation({
  id: 'requestEdit',
  scope: 'jobs:write',
  tag,
  summary: 'Request an edit of a published post',
  description:
    'Creates a draft that edits a published post, and submits it for approval. Once a person has signed it, the network replaces the text; the post keeps its id and pictures. Costs no credits. Needs `drafts:write` and `captions:write` too. Refused with `invalid_state` if the network’s API does not allow edits or another edit of the post is open.',
  headers: IdempotencyHeaders,
  params: PublicationParams,
  body: EditBody,
  success: [
    {
      status: 201,
      description: 'The draft of the edit, with its approval and publish job.',
      schema: DraftSchema,
      example: examples.EDIT_DRAFT,
    },
  ],
  location: (_ctx, made) => made._links.self.href,
  example: { params: { publication_id: fixture.PUBLICATION_ID }, body: { text: examples.EDIT_DRAFT.source_text } },
  refuses: ['invalid_state', 'text_too_complex'],
  prepare: (ctx, { params, body }) => editPostCommand.prepare(ctx, toEditInput(params.publication_id, body)),
  async run(ctx, { params, body }, prepared) {
    const result = await editPostCommand.run(ctx, toEditInput(params.publication_id, body), prepared);
    return { status: 201, body: await presentNewDraft(ctx, result, true) };
  },
});

function toEditInput(
  publicationId: string,
  { text, title, tags, note_to_reviewer: noteToReviewer }: Static<typeof EditBody>,
): EditPostInput {
  return { publicationId, text, title, tags, noteToReviewer };
}
