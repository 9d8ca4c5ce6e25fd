import type { Static } from 'typebox';
import type { JobApprovalState } from '../../approvals/approval.entity.ts';
import type { Context } from '../../context.ts';
import type { Attempt } from '../../publishing/attempt.entity.ts';
import type { FirstComment } from '../../publishing/first-comment.entity.ts';
import { remedyOfFailure, retriesOf } from '../../publishing/jobs/explain-jobs.ts';
import type { Publication } from '../../publishing/publication.entity.ts';
import type { PublishJob, PublishJobRevision } from '../../publishing/publish-job.entity.ts';
import { jobActions, postActions } from '../../publishing/publish-job.policy.ts';
import type { MetricsAt } from '../../publishing/published/metric-queries.ts';
import { type JobPage, readJobPage, readJobPages } from '../../publishing/read-job-pages.ts';
import type { Retraction } from '../../publishing/retraction.entity.ts';
import { type ContentChange, changesByPeople } from '../../publishing/review/changes-by-people.ts';
import type { Verification } from '../../publishing/verification.entity.ts';
import { approvalUrl, changeView, decidedApprovalView } from './approvals.views.ts';
import type { NoticeSchema } from './common.schemas.ts';
import type { PublishJobSchema } from './publish-jobs.schemas.ts';
import { linkTo, readinessView, timeOrNull } from './view-parts.ts';

export type PublishJobView = Static<typeof PublishJobSchema>;
type PublicationView = PublishJobView['publications'][number];

/** The current state of jobs, in a constant number of queries. Calls no provider. */
export async function presentJobs(
  ctx: Context,
  jobs: readonly PublishJob[],
  notices: readonly Static<typeof NoticeSchema>[] = [],
): Promise<PublishJobView[]> {
  return presentPages(ctx, await readJobPages(ctx, jobs), notices);
}

/** The current state of one job, for anyone who may read it. */
export async function presentJobOf(ctx: Context, jobId: string): Promise<PublishJobView> {
  const [view] = await presentPages(ctx, [await readJobPage(ctx, jobId)]);
  return view as PublishJobView;
}

async function presentPages(
  ctx: Context,
  pages: readonly JobPage[],
  notices: readonly Static<typeof NoticeSchema>[] = [],
): Promise<PublishJobView[]> {
  const jobs = pages.map(({ job }) => job);
  const changes = await changesByPeople(ctx, jobs, new Map(pages.map(({ job, revisions }) => [job.id, revisions])));
  return pages.map((page) => jobView(ctx, page, { changes: changes.get(page.job.id) ?? [], notices }));
}

function jobView(
  ctx: Context,
  { job, publications, revisions, approvals, said, explanation, isArchived }: JobPage,
  { changes, notices }: { changes: readonly ContentChange[]; notices: readonly Static<typeof NoticeSchema>[] },
): PublishJobView {
  const stateOf = (approvalId: string | null | undefined) => approvals.get(approvalId ?? '')?.state ?? 'not_required';
  const approval = approvals.get(job.approvalId ?? '');
  const retries = retriesOf(
    job,
    publications.map(({ publication }) => publication),
    ctx.actor,
  );
  const actionsOf = ({ publication, ...now }: JobPage['publications'][number]) =>
    isArchived ? [] : postActions(ctx, job, publication, now);
  return {
    ...jobFields(job),
    revisions: revisions.map((revision) => revisionView(revision, stateOf(revision.approvalId))),
    approval_state: stateOf(job.approvalId),
    approval: approval ? decidedApprovalView(approval, said) : null,
    changes: changes.map(changeView),
    publishing_readiness: readinessView(explanation?.readiness ?? { state: 'blocked', gates: [], targets: [] }),
    publications: publications.map((post) => ({
      ...publicationView(post.publication, post.attempts),
      allowed_actions: actionsOf(post),
      retraction: post.retraction && retractionView(post.retraction),
      first_comment: post.firstComment && firstCommentView(post.firstComment),
      verification: post.verification && verificationView(post.verification),
      metrics: post.metrics.map((reading) => metricsView(ctx, post.publication, reading)),
      metrics_failure: post.publication.metricsFailure?.message ?? null,
      failure: failureView(job, post.publication, retries.includes(post.publication)),
    })),
    allowed_actions: [
      ...jobActions(ctx, job, { publications: publications.map(({ publication }) => publication), isArchived }),
      ...new Set(publications.flatMap(actionsOf)),
    ],
    ...removalUrl(ctx, job, publications),
    ...approvalUrl(ctx, approval ?? null),
    notices: [...notices],
    _links: { self: linkTo(ctx, `/publish-jobs/${job.id}`), draft: linkTo(ctx, `/drafts/${job.draftId}`), ...currentJob(ctx, job) },
  };
}

/** A removal is signed or declined on the page of its job. */
function removalUrl({ config }: Context, { id }: PublishJob, publications: JobPage['publications']): { approval_url?: string } {
  const isAsked = publications.some(({ retraction }) => retraction?.state === 'requested');
  return isAsked ? { approval_url: `${config.publicUrl}/jobs/${id}` } : {};
}

export async function presentJob(
  ctx: Context,
  job: PublishJob,
  notices: readonly Static<typeof NoticeSchema>[] = [],
): Promise<PublishJobView> {
  const [view] = await presentJobs(ctx, [job], notices);
  if (!view) throw new Error('A job was not presented.');
  return view;
}

function currentJob(ctx: Context, { supersededBy }: PublishJob) {
  return supersededBy ? { current_job: linkTo(ctx, `/publish-jobs/${supersededBy}`) } : {};
}

function revisionView({ number, contentHash, approvalId = null, createdAt }: PublishJobRevision, approvalState: JobApprovalState) {
  return {
    revision: number,
    content_hash: contentHash,
    approval_id: approvalId,
    approval_state: approvalState,
    created_at: createdAt.toISOString(),
  };
}

function jobFields(job: PublishJob) {
  return {
    job_id: job.id,
    draft_id: job.draftId,
    workspace_id: job.workspaceId,
    state: job.state,
    mode: job.mode,
    content_hash: job.contentHash,
    revision: job.revision,
    superseded_by: job.supersededBy ?? null,
    approval_id: job.approvalId ?? null,
    scheduled_at: timeOrNull(job.scheduledAt),
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
  };
}

function failureView(job: PublishJob, publication: Publication, retryable: boolean): PublicationView['failure'] {
  const { failureCode, failureMessage } = publication;
  if (!failureCode) return null;
  return { code: failureCode, message: failureMessage ?? '', remedy: String(remedyOfFailure(job, publication)), retryable };
}

function retractionView({
  id,
  state,
  contentHash,
  reason,
  message,
  isPostGone,
  createdAt,
  endedAt,
}: Retraction): PublicationView['retraction'] {
  return {
    retraction_id: id,
    state,
    content_hash: contentHash,
    reason,
    message: message ?? null,
    is_post_gone: isPostGone,
    requested_at: createdAt.toISOString(),
    ended_at: timeOrNull(endedAt),
  };
}

function firstCommentView(comment: FirstComment): PublicationView['first_comment'] {
  const { id, state, attempts, providerId, providerUrl, message, endedAt } = comment;
  return {
    ...{ first_comment_id: id, state, attempts, provider_id: providerId ?? null, provider_url: providerUrl ?? null },
    ...{ message: message ?? null, ended_at: timeOrNull(endedAt) },
  };
}

function verificationView({
  result,
  seenBy,
  differences,
  compared,
  notReadable,
  message,
  createdAt,
}: Verification): PublicationView['verification'] {
  const extent = { compared: compared ?? null, not_readable: notReadable ?? null };
  return { result, seen_by: seenBy ?? null, differences, ...extent, message: message ?? null, read_at: createdAt.toISOString() };
}

function metricsView({ platforms }: Context, { platform }: Publication, { readAt, figures, raw }: MetricsAt) {
  return { reported_by: platforms.get(platform)?.label ?? platform, read_at: readAt.toISOString(), ...figures, raw };
}

function publicationView(
  publication: Publication,
  attempts: readonly Omit<Attempt, 'gates'>[],
): Omit<PublicationView, 'allowed_actions' | 'failure' | 'verification' | 'retraction' | 'first_comment' | 'metrics' | 'metrics_failure'> {
  return {
    publication_id: publication.id,
    platform: publication.platform,
    connection_id: publication.connectionId ?? null,
    state: publication.state,
    provider_id: publication.providerId ?? null,
    provider_url: publication.providerUrl ?? null,
    published_at: timeOrNull(publication.publishedAt),
    next_attempt_at: timeOrNull(publication.nextAttemptAt),
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      started_at: attempt.startedAt.toISOString(),
      ended_at: timeOrNull(attempt.endedAt),
      outcome: attempt.outcome ?? null,
      message: attempt.message ?? null,
    })),
  };
}
