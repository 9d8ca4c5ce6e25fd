import { requireReach } from '../../access/authorise.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { Approval, type JobApprovalState } from '../../approvals/approval.entity.ts';
import { type Said, saidPart } from '../../approvals/decision-queries.ts';
import { type Omitted, omittedPart } from '../../captions/caption-queries.ts';
import type { Context } from '../../context.ts';
import { cutPage, type Page, type PageRequest, pageLimit } from '../../db/keyset-page.ts';
import { partOf, readTogether } from '../../db/read-together.ts';
import { type BoundValue, idsOf } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, tables } from '../../db/tables.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { type DraftFilter, draftCursors, draftsPart } from '../../drafts/draft-queries.ts';
import { DomainError } from '../../errors.ts';
import { explainJob } from '../jobs/explain-jobs.ts';
import type { Readiness } from '../jobs/readiness.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { type ContentChange, changesByPeople } from '../review/changes-by-people.ts';
import { readWithGates } from '../snapshot/load-gate-snapshot.ts';
import { subjectOfJob } from '../snapshot/subject.ts';

/** A draft with everything a reader gets, except its content. */
export interface DraftPage {
  draft: Draft;
  workspace: Workspace;
  /** The newest, whatever became of it. */
  approval: Approval | null;
  said: Said[];
  job: { job: PublishJob; approvalState: JobApprovalState; readiness: Readiness } | null;
  changes: ContentChange[];
  omissions: Omitted[];
}

/** A workspace's drafts, newest first, in two statements. */
export async function listDraftPages(ctx: Context, workspaceId: string, request: PageRequest & DraftFilter): Promise<Page<DraftPage>> {
  await ctx.em.flush();
  const part = draftsPart(ctx, workspaceId, request);
  const { drafts, ...read } = await readTogether(
    ctx.em,
    {
      drafts: { sql: 'select * from page order by id desc', parameters: [], revive: part.revive },
      ...standingParts(ctx, workspaceId, { drafts: 'page d', parameters: [] }),
    },
    { name: 'page', part },
  );
  const [workspace] = read.workspaces;
  if (!workspace) throw new DomainError('not_found');
  await requireReach(ctx, { accountId: workspace.accountId, workspaceId }, 'read');
  const { items, nextCursor, cursorOf } = cutPage(drafts as Draft[], pageLimit(request), ({ id }) => draftCursors(ctx, workspaceId).of(id));
  return { items: await pagesOf(ctx, items, { ...read, workspace }), nextCursor, cursorOf: ({ draft }) => cursorOf(draft) };
}

/** Drafts that the caller may read, in their current state, in two queries. */
export async function readDraftPages(ctx: Context, workspaceId: string, drafts: readonly Draft[]): Promise<DraftPage[]> {
  await ctx.em.flush();
  const these = { drafts: 'unnest(?::text[]) d (id)', parameters: [idsOf(drafts.map(({ id }) => id))] };
  const read = await readTogether(ctx.em, standingParts(ctx, workspaceId, these));
  const [workspace] = read.workspaces;
  if (!workspace) throw new DomainError('not_found');
  return pagesOf(ctx, drafts, { ...read, workspace });
}

/** `drafts`: a table `d` of their ids. */
function standingParts({ em }: Context, workspaceId: string, { drafts, parameters }: { drafts: string; parameters: BoundValue[] }) {
  // As a set: draft by draft is slower where a workspace has thousands.
  const newest = (table: string) =>
    `from (select distinct on (draft_id) * from ${table} where draft_id in (select d.id from ${drafts}) order by draft_id, id desc) t`;
  return {
    workspaces: rowsOf(em, Workspace, { from: 'from workspaces t where t.id = ?', parameters: [workspaceId] }),
    approvals: rowsOf(em, Approval, { from: newest('approvals'), parameters }),
    jobs: rowsOf(em, PublishJob, { from: newest('publish_jobs'), parameters }),
    omissions: omittedPart(drafts, parameters),
  };
}

interface Standing {
  workspace: Workspace;
  approvals: Approval[];
  jobs: PublishJob[];
  omissions: Omitted[];
}

async function pagesOf(ctx: Context, drafts: readonly Draft[], standing: Standing): Promise<DraftPage[]> {
  const { said, states, readiness, changes } = await readStanding(ctx, standing);
  const approvals = new Map(standing.approvals.map((approval) => [approval.draftId, approval]));
  const jobs = new Map(standing.jobs.map((job) => [job.draftId, job]));
  return drafts.map((draft) => {
    const approval = approvals.get(draft.id) ?? null;
    const job = jobs.get(draft.id);
    return {
      draft,
      workspace: standing.workspace,
      approval,
      said: said.filter(({ approvalId }) => approvalId === approval?.id),
      job: job
        ? {
            job,
            approvalState: states.get(job.approvalId ?? '') ?? 'not_required',
            readiness: readiness.get(job.id) ?? { state: 'blocked', gates: [], targets: [] },
          }
        : null,
      changes: changes.get(job?.id ?? '') ?? [],
      // A draft of the first revision has no captions yet.
      omissions: draft.revision > 1 ? standing.omissions.filter(({ draftId }) => draftId === draft.id) : [],
    };
  });
}

/** The decisions and the gates. */
async function readStanding(ctx: Context, { approvals, jobs }: Standing) {
  const ofJobs = partOf(
    tables
      .selectFrom('approvals')
      .select(['id', 'state'])
      .where('id', '=', anyOf(jobs.flatMap(({ approvalId }) => approvalId ?? []))),
  );
  const own = { said: saidPart(idsOf(approvals.map(({ id }) => id))), states: jobs.length === 0 ? null : ofJobs };
  const { read, snapshots } = await readWithGates(ctx, own, jobs.map(subjectOfJob));
  return {
    said: read.said,
    states: new Map(read.states.map(({ id, state }) => [id, state])),
    readiness: new Map(
      jobs.flatMap((job) => {
        const snapshot = snapshots.get(job.id);
        return snapshot ? [[job.id, explainJob(job, snapshot).readiness] as const] : [];
      }),
    ),
    changes: await changesByPeople(ctx, jobs),
  };
}
