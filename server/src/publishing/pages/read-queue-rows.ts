import { DECISIONS, type NamedDecision, namedDecisions } from '../../approvals/decision-queries.ts';
import { writersFrom, writersPart } from '../../approvals/writer-queries.ts';
import type { Context } from '../../context.ts';
import { readTogether } from '../../db/read-together.ts';
import { idsOf } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, type BoundValue, type Places } from '../../db/tables.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { type Author, authorsOfDrafts, draftAuthorsPart } from '../../drafts/draft-authors.ts';
import { explainJob, type JobExplanation } from '../jobs/explain-jobs.ts';
import { JOBS_OF_APPROVALS, revisionsPart } from '../jobs/job-queries.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { readWithGates } from '../snapshot/load-gate-snapshot.ts';
import { subjectOfJob } from '../snapshot/subject.ts';

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
