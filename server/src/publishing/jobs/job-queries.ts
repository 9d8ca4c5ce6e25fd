import { requireWorkspace } from '../../access/authorise.ts';
import type { JobApprovalState } from '../../approvals/approval.entity.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import type { Context } from '../../context.ts';
import { type Part, partOf, readTogether } from '../../db/read-together.ts';
import { findRows, findRowsById } from '../../db/reading/find-rows.ts';
import { type BoundValue, idsOf } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { Attempt } from '../attempt.entity.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { PublishJobRevision } from '../publish-job-revision.entity.ts';
import { explainJobs } from './explain-jobs.ts';
import type { Readiness } from './readiness.ts';

/** A job the caller may read; a foreign one and an unknown one are the same `not_found`. */
export async function loadJob(ctx: Context, jobId: string): Promise<PublishJob> {
  const job = await ctx.em.findOne(PublishJob, jobId);
  if (!job) throw new DomainError('not_found');
  await requireWorkspace(ctx, job.workspaceId, 'read');
  return job;
}

/** Jobs by id, those the caller may see. One query. */
export function findJobs(ctx: Context, ids: readonly string[]): Promise<Map<string, PublishJob>> {
  return findRowsById(ctx.em, PublishJob, ids);
}

/** The newest job of each draft, by draft id. One query; the caller may see the drafts. */
export async function jobsOf(ctx: Context, draftIds: readonly string[]): Promise<Map<string, PublishJob>> {
  if (draftIds.length === 0) return new Map();
  const jobs = await ctx.em
    .createQueryBuilder(PublishJob)
    .select('*')
    .distinctOn('draftId')
    .where({ draftId: { $in: [...new Set(draftIds)] } })
    .orderBy({ draftId: 'asc', id: 'desc' })
    .getResultList();
  return new Map(jobs.map((job) => [job.draftId, job]));
}

/** The job of each approval, by approval id; it continues under the newest approval. One query. */
export async function jobsOfApprovals(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, PublishJob>> {
  if (approvalIds.length === 0) return new Map();
  const ids = idsOf(approvalIds);
  const { jobs, revisions } = await readTogether(ctx.em, {
    jobs: rowsOf(ctx.em, PublishJob, (from) => from.where('t.id', 'in', jobIdsOfApprovals(ids))),
    revisions: revisionsPart(ids),
  });
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return new Map(
    revisions.flatMap(({ approvalId, jobId }) => {
      const job = byId.get(jobId);
      return job ? [[approvalId, job]] : [];
    }),
  );
}

/** As a condition on a job `t`: it waits or waited for one of these approvals. */
export const jobIdsOfApprovals = (approvalIds: BoundValue) =>
  tables.selectFrom('publish_job_revisions as r').select('r.job_id').where('r.approval_id', '=', anyOf(approvalIds));

/** Which job each approval is of. */
export const revisionsPart = (approvalIds: BoundValue): Part<{ approvalId: string; jobId: string }> =>
  partOf(
    tables
      .selectFrom('publish_job_revisions as r')
      .select(['r.approval_id as approvalId', 'r.job_id as jobId'])
      .where('r.approval_id', '=', anyOf(approvalIds))
      .orderBy('r.id')
      .$narrowType<{ approvalId: string }>(),
  );

/** The publications of each job's newest revision in the order of their payloads, by job id. */
export async function publicationsOf(ctx: Context, jobIds: readonly string[]): Promise<Map<string, Publication[]>> {
  const current = { by: 'jobId', orderBy: 'id', where: 't.superseded_at is null' } as const;
  const publications = await findRows(ctx.em, Publication, jobIds, current);
  const byJob = Map.groupBy(publications, ({ jobId }) => jobId);
  return new Map(jobIds.map((id) => [id, byJob.get(id) ?? []]));
}

/** Each job's revisions, oldest first, by job id. */
export async function revisionsOf(ctx: Context, jobIds: readonly string[]): Promise<Map<string, PublishJobRevision[]>> {
  if (jobIds.length === 0) return new Map();
  const revisions = await ctx.em.find(PublishJobRevision, { jobId: { $in: [...new Set(jobIds)] } }, { orderBy: { number: 'asc' } });
  return Map.groupBy(revisions, ({ jobId }) => jobId);
}

/** The attempts of each publication, oldest first, by publication id. */
export async function attemptsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Attempt[]>> {
  const attempts = await findRows(ctx.em, Attempt, publicationIds, { by: 'publicationId', orderBy: 'number' });
  const byPublication = Map.groupBy(attempts, ({ publicationId }) => publicationId);
  return new Map(publicationIds.map((id) => [id, byPublication.get(id) ?? []]));
}

/** By publication id. */
export function publicationsById(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Publication>> {
  return findRowsById(ctx.em, Publication, publicationIds);
}

/** The state of the approval of each job, or revision of one, by its id; `not_required` in mode `auto`. */
export async function approvalStatesOf(
  ctx: Context,
  jobs: readonly Pick<PublishJob, 'id' | 'approvalId'>[],
): Promise<Map<string, JobApprovalState>> {
  const ids = jobs.flatMap(({ approvalId }) => approvalId ?? []);
  const approvals = ids.length === 0 ? new Map() : await findApprovals(ctx, ids);
  return new Map(jobs.map(({ id, approvalId }) => [id, approvals.get(approvalId ?? '')?.state ?? 'not_required']));
}

/** The readiness of each job, by job id. Calls no provider. */
export async function readinessOf(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, Readiness>> {
  const explanations = await explainJobs(ctx, jobs);
  return new Map([...explanations].map(([id, { readiness }]) => [id, readiness]));
}
