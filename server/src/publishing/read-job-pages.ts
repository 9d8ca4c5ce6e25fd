import type { RawBuilder } from 'kysely';
import { requireReach } from '../access/authorise.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { DECISIONS, type NamedDecision, namedDecisions, type Said, saidPart } from '../approvals/decision-queries.ts';
import { writersFrom, writersPart } from '../approvals/writer-queries.ts';
import type { Context } from '../context.ts';
import { type Answers, partOf, readTogether } from '../db/read-together.ts';
import { idsOf } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { anyOf, type BoundValue, type Places, tables } from '../db/tables.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { type Author, authorsOfDrafts, draftAuthorsPart } from '../drafts/draft-authors.ts';
import { DomainError } from '../errors.ts';
import { Attempt } from './attempt.entity.ts';
import { FirstComment } from './first-comment.entity.ts';
import type { GateSnapshot } from './gates/gate-snapshot.ts';
import { explainJob, type JobExplanation } from './jobs/explain-jobs.ts';
import { JOBS_OF_APPROVALS, revisionsPart } from './jobs/job-queries.ts';
import { removalsOfPublished, WITHOUT_EDIT } from './jobs/post-queries.ts';
import { PostMetric } from './post-metric.entity.ts';
import { Publication } from './publication.entity.ts';
import { PublishJob, PublishJobRevision } from './publish-job.entity.ts';
import { type MetricsAt, readingsOf } from './published/metric-queries.ts';
import type { Retraction } from './retraction.entity.ts';
import { readWithGates } from './snapshot/load-gate-snapshot.ts';
import { idsOfSubjects, type SubjectIds, subjectOfJob } from './snapshot/subject.ts';
import { Verification } from './verification.entity.ts';

/** A job with everything a reader gets. */
export interface JobPage {
  job: PublishJob;
  /** The publications of its newest revision, in the order of their payloads. */
  publications: {
    publication: Publication;
    attempts: Omit<Attempt, 'gates'>[];
    verification: Verification | null;
    /** Its text can take no further edit now. */
    isWithoutEdit: boolean;
    retraction: Retraction | null;
    firstComment: FirstComment | null;
    /** Oldest first. */
    metrics: MetricsAt[];
  }[];
  /** Oldest first. */
  revisions: PublishJobRevision[];
  /** The approvals of all revisions, by id. */
  approvals: ReadonlyMap<string, Approval>;
  /** Decisions on the newest approval. */
  said: Said[];
  explanation: JobExplanation | null;
  /** Its workspace is archived. */
  isArchived: boolean;
}

const JOB = rowsOf(PublishJob, (from, { jobId }: Places<{ jobId: string }>) => from.where('t.id', '=', jobId));

/** The job with its page; `not_found` also if the caller may not read it. Read-only. */
export async function readJobPage(ctx: Context, jobId: string): Promise<JobPage> {
  const { em } = ctx;
  const { jobs } = await readTogether(em, { jobs: JOB(em, { jobId }) });
  const [job] = jobs;
  if (!job) throw new DomainError('not_found');
  await requireReach(ctx, job, 'read');
  const [page] = await readJobPages(ctx, jobs);
  return page as JobPage;
}

/** The pages of these jobs in one statement, however many, and one for the removals of published posts; calls no provider. */
export async function readJobPages(ctx: Context, jobs: readonly PublishJob[]): Promise<JobPage[]> {
  if (jobs.length === 0) return [];
  const subjects = jobs.map(subjectOfJob);
  const { read, snapshots } = await readWithGates(ctx, pageParts(ctx, idsOfSubjects(subjects)), subjects);
  return pagesOf(jobs, { ...read, retractions: await removalsOfPublished(ctx, read.publications) }, snapshots);
}

function pagesOf(
  jobs: readonly PublishJob[],
  read: Answers<ReturnType<typeof pageParts>> & { retractions: ReadonlyMap<string, Retraction> },
  snapshots: ReadonlyMap<string, GateSnapshot>,
): JobPage[] {
  const approvals = new Map(read.asked.map((approval) => [approval.id, approval]));
  const attempts = Map.groupBy(read.attempts, ({ publicationId }) => publicationId);
  const publications = Map.groupBy(read.publications, ({ jobId }) => jobId);
  const comments = new Map(read.comments.map((comment) => [comment.publicationId, comment]));
  const verifications = new Map(read.verifications.map((newest) => [newest.publicationId, newest]));
  const withoutEdit = new Set(read.withoutEdit.map(({ id }) => id));
  const metrics = readingsOf(read.metrics);
  const revisions = Map.groupBy(read.revisions, ({ jobId }) => jobId);
  return jobs.map((job) => {
    const snapshot = snapshots.get(job.id);
    return {
      job,
      publications: (publications.get(job.id) ?? []).map((publication) => ({
        publication,
        attempts: attempts.get(publication.id) ?? [],
        verification: verifications.get(publication.id) ?? null,
        isWithoutEdit: withoutEdit.has(publication.id),
        retraction: read.retractions.get(publication.id) ?? null,
        firstComment: comments.get(publication.id) ?? null,
        metrics: metrics.get(publication.id) ?? [],
      })),
      revisions: revisions.get(job.id) ?? [],
      approvals,
      said: read.said.filter(({ approvalId }) => approvalId === job.approvalId),
      explanation: snapshot ? explainJob(job, snapshot) : null,
      isArchived: snapshot?.isWorkspaceArchived ?? false,
    };
  });
}

/** The publications of each job's newest revision. */
const current = (jobs: RawBuilder<BoundValue>) =>
  tables.selectFrom('publications as p').select('p.id').where('p.job_id', '=', anyOf(jobs)).where('p.superseded_at', 'is', null);

type Jobs = Places<Pick<SubjectIds, 'jobs'>>;

const PUBLICATIONS = rowsOf(Publication, (from, { jobs }: Jobs) =>
  from.where('t.job_id', '=', anyOf(jobs)).where('t.superseded_at', 'is', null).orderBy('t.id'),
);

const ATTEMPTS = rowsOf(Attempt, (from, { jobs }: Jobs) => from.where('t.publication_id', 'in', current(jobs)).orderBy('t.number'), [
  'gates',
]);

const COMMENTS = rowsOf(FirstComment, (from, { jobs }: Jobs) => from.where('t.publication_id', 'in', current(jobs)));

const VERIFICATIONS = rowsOf(Verification, (from, { jobs }: Jobs) =>
  from.where('t.id', 'in', ({ selectFrom }) =>
    selectFrom('verifications as v')
      .select(({ fn }) => fn.max('v.id').as('id'))
      .where('v.publication_id', 'in', current(jobs))
      .groupBy('v.publication_id'),
  ),
);

const METRICS = rowsOf(PostMetric, (from, { jobs }: Jobs) => from.where('t.publication_id', 'in', current(jobs)).orderBy('t.id'));

const REVISIONS = rowsOf(PublishJobRevision, (from, { jobs }: Jobs) => from.where('t.job_id', '=', anyOf(jobs)).orderBy('t.number'));

const APPROVALS = rowsOf(Approval, (from, { jobs }: Jobs) =>
  from.where('t.id', 'in', ({ selectFrom }) =>
    selectFrom('publish_job_revisions as r')
      .select('r.approval_id')
      .where('r.job_id', '=', anyOf(jobs))
      .$narrowType<{ approval_id: string }>(),
  ),
);

const pageParts = ({ em }: Context, ids: Pick<SubjectIds, 'jobs' | 'approvals'>) => ({
  publications: PUBLICATIONS(em, ids),
  attempts: ATTEMPTS(em, ids),
  comments: COMMENTS(em, ids),
  verifications: VERIFICATIONS(em, ids),
  withoutEdit: partOf(WITHOUT_EDIT(ids)),
  metrics: METRICS(em, ids),
  revisions: REVISIONS(em, ids),
  asked: APPROVALS(em, ids),
  said: saidPart(ids.approvals),
});

/** What lists of approvals show in addition to the approvals themselves. */
export interface QueueRows {
  /** By draft id. */
  drafts: Map<string, Draft>;
  authors: Map<string, Author>;
  writers: Map<string, string[]>;
  /** By approval id. */
  decisions: Map<string, NamedDecision[]>;
  jobs: Map<string, PublishJob>;
  /** By job id. */
  explanations: Map<string, JobExplanation>;
}

const DRAFTS = rowsOf(Draft, (from, { drafts }: Places<{ drafts: BoundValue }>) => from.where('t.id', '=', anyOf(drafts)));

/** Loads everything that lists show of these approvals, by two statements and one for rare data. */
export async function readQueueRows(ctx: Context, approvals: readonly { id: string; draftId: string }[]): Promise<QueueRows> {
  const { em } = ctx;
  const approvalIds = idsOf(approvals.map(({ id }) => id));
  const draftIds = idsOf(approvals.map(({ draftId }) => draftId));
  const found = await readTogether(em, {
    jobs: JOBS_OF_APPROVALS(em, { approvals: approvalIds }),
    revisions: revisionsPart(approvalIds),
  });
  const { read, snapshots } = await readWithGates(
    ctx,
    {
      drafts: DRAFTS(em, { drafts: draftIds }),
      authors: draftAuthorsPart(draftIds),
      writers: writersPart(draftIds),
      decisions: DECISIONS(em, { approvals: approvalIds }),
    },
    found.jobs.map(subjectOfJob),
  );
  const jobs = new Map(found.jobs.map((job) => [job.id, job]));
  return {
    drafts: new Map(read.drafts.map((draft) => [draft.id, draft])),
    authors: authorsOfDrafts(read.authors),
    writers: writersFrom(read.writers),
    decisions: await namedDecisions(ctx, read.decisions),
    jobs: new Map(found.revisions.flatMap(({ approvalId, jobId }) => mapped(approvalId, jobs.get(jobId)))),
    explanations: new Map(
      found.jobs.flatMap((job) => {
        const snapshot = snapshots.get(job.id);
        return mapped(job.id, snapshot && explainJob(job, snapshot));
      }),
    ),
  };
}

const mapped = <T>(id: string, value: T | undefined): [string, T][] => (value === undefined ? [] : [[id, value]]);
