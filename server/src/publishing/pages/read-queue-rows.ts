import { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { type NamedDecision, namedDecisions } from '../../approvals/decision-queries.ts';
import { writersFrom, writersPart } from '../../approvals/writer-queries.ts';
import type { Context } from '../../context.ts';
import { readTogether } from '../../db/read-together.ts';
import { Left } from '../../db/reading/bound-values.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { type Author, authorsOfDrafts, draftAuthorsPart } from '../../drafts/draft-authors.ts';
import { explainJob, type JobExplanation } from '../jobs/explain-jobs.ts';
import { IS_OF_APPROVALS, revisionsPart } from '../jobs/job-queries.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { gateParts, snapshotsOfJobs } from '../snapshot/load-gate-snapshot.ts';
import { LEFT_BY_JOBS, leaveJobs } from '../snapshot/subject.ts';

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

/** The temporary results of the page's query. */
export const LEFT_BY_PAGE = { approvals: 'id', drafts: 'draftId' } as const;

/**
 * Loads everything that depends on a page of approvals in the same round trip, by the temporary results of its query
 * (`LEFT_BY_PAGE`) instead of waiting for its rows. Only in read-only contexts, which batch queries.
 */
export async function readQueueRows(ctx: Context): Promise<QueueRows> {
  const { em } = ctx;
  const [approvals, drafts] = [new Left('approvals'), new Left('drafts')];
  const [found, read] = await Promise.all([
    readTogether(
      em,
      {
        jobs: rowsOf(em, PublishJob, { from: 'from asked t', parameters: [] }),
        revisions: revisionsPart(approvals),
        left: leaveJobs('asked'),
      },
      { name: 'asked', part: { sql: `select t.* from publish_jobs t where ${IS_OF_APPROVALS}`, parameters: [approvals] } },
    ),
    readTogether(em, {
      drafts: rowsOf(em, Draft, { from: 'from drafts t where t.id = any(?::text[])', parameters: [drafts] }),
      authors: draftAuthorsPart(drafts),
      writers: writersPart(drafts),
      decisions: rowsOf(em, ApprovalDecision, {
        from: 'from approval_decisions t where t.approval_id = any(?::text[]) order by t.id',
        parameters: [approvals],
      }),
      ...gateParts(ctx, LEFT_BY_JOBS),
    }),
  ]);
  const snapshots = await snapshotsOfJobs(ctx, found.jobs, read);
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
