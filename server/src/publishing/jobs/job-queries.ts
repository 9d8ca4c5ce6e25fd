import { requireWorkspace } from '../../access/authorise.ts';
import type { JobApprovalState } from '../../approvals/approval.entity.ts';
import { findApprovals } from '../../approvals/approval-queries.ts';
import type { Context } from '../../context.ts';
import { type Part, partOf, readTogether } from '../../db/read-together.ts';
import { findRowsById } from '../../db/reading/find-rows.ts';
import { idsOf } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { Attempt } from '../attempt.entity.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob, PublishJobRevision } from '../publish-job.entity.ts';
import { explainJobs } from './explain-jobs.ts';
import type { Readiness } from './readiness.ts';

/** A job the caller may read; a foreign one and an unknown one are the same `not_found`. */
export async function loadJob(ctx: Context, jobId: string): Promise<PublishJob> {
  const job = await ctx.em.findOne(PublishJob, jobId);
  if (!job) throw new DomainError('not_found');
  await requireWorkspace(ctx, job.workspaceId, 'read');
  return job;
}

/** Jobs by id, limited to those that the caller may see. One query. */
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
    jobs: JOBS_OF_APPROVALS(ctx.em, { approvals: ids }),
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

/** The jobs that are or were waiting for one of these approvals. */
export const JOBS_OF_APPROVALS = rowsOf(PublishJob, (from, { approvals }: Places<{ approvals: BoundValue }>) =>
  from.where('t.id', 'in', ({ selectFrom }) =>
    selectFrom('publish_job_revisions as r').select('r.job_id').where('r.approval_id', '=', anyOf(approvals)),
  ),
);

const REVISIONS_OF_APPROVALS = prepared(({ approvals }: Places<{ approvals: BoundValue }>) =>
  tables
    .selectFrom('publish_job_revisions as r')
    .select(['r.approval_id as approvalId', 'r.job_id as jobId'])
    .where('r.approval_id', '=', anyOf(approvals))
    .orderBy('r.id')
    .$narrowType<{ approvalId: string }>(),
);

/** The job of each approval. */
export const revisionsPart = (approvalIds: BoundValue): Part<{ approvalId: string; jobId: string }> =>
  partOf(REVISIONS_OF_APPROVALS({ approvals: approvalIds }));

const PUBLICATIONS = rowsOf(Publication, (from, { jobs }: Places<{ jobs: BoundValue }>) =>
  from.where('t.job_id', '=', anyOf(jobs)).where('t.superseded_at', 'is', null).orderBy('t.id'),
);

const ATTEMPTS = rowsOf(Attempt, (from, { publications }: Places<{ publications: BoundValue }>) =>
  from.where('t.publication_id', '=', anyOf(publications)).orderBy('t.number'),
);

/** The publications of each job's newest revision in the order of their payloads, by job id. */
export async function publicationsOf(ctx: Context, jobIds: readonly string[]): Promise<Map<string, Publication[]>> {
  if (jobIds.length === 0) return new Map();
  const { publications } = await readTogether(ctx.em, { publications: PUBLICATIONS(ctx.em, { jobs: idsOf(jobIds) }) });
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
  if (publicationIds.length === 0) return new Map();
  const { attempts } = await readTogether(ctx.em, { attempts: ATTEMPTS(ctx.em, { publications: idsOf(publicationIds) }) });
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
