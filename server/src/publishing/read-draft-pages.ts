import { sql } from 'kysely';
import { requireReach } from '../access/authorise.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { Approval, type JobApprovalState } from '../approvals/approval.entity.ts';
import { type Said, saidPart } from '../approvals/decision-queries.ts';
import { type Omitted, omittedIn, omittedPart } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import { cutPage, type Page, type PageRequest, pageLimit } from '../db/keyset-page.ts';
import { partOf, readTogether } from '../db/read-together.ts';
import { idsOf } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../db/tables.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { type DraftFilter, draftCursors, draftsPart } from '../drafts/draft-queries.ts';
import { type allowedDraftActions, failuresOf } from '../drafts/lock-draft.ts';
import { DomainError } from '../errors.ts';
import { explainJob } from './jobs/explain-jobs.ts';
import type { Readiness } from './jobs/readiness.ts';
import { PublishJob } from './publish-job.entity.ts';
import { type ContentChange, changesByPeople } from './review/changes-by-people.ts';
import { readWithGates } from './snapshot/load-gate-snapshot.ts';
import { subjectOfJob, WORKSPACES } from './snapshot/subject.ts';

/** A draft with everything a reader gets, except its content. */
export interface DraftPage {
  draft: Draft;
  workspace: Workspace;
  /** Why its content cannot be sent again as it is, if it failed. */
  failures: Parameters<typeof allowedDraftActions>[3];
  /** The newest one, in any state. */
  approval: Approval | null;
  said: Said[];
  job: { job: PublishJob; approvalState: JobApprovalState; readiness: Readiness } | null;
  changes: ContentChange[];
  omissions: Omitted[];
}

type Given = Places<{ drafts: BoundValue }>;

/** The drafts of the page, as a subquery of the same statement. */
const PAGE = sql<string>`(select id from page)`;

// The newest of each draft, as a set: draft by draft is slower where a workspace has thousands.
const APPROVALS_OF_PAGE = rowsOf(Approval, (from) =>
  from.distinctOn('t.draft_id').where('t.draft_id', 'in', PAGE).orderBy('t.draft_id').orderBy('t.id', 'desc'),
);
const APPROVALS = rowsOf(Approval, (from, { drafts }: Given) =>
  from.distinctOn('t.draft_id').where('t.draft_id', '=', anyOf(drafts)).orderBy('t.draft_id').orderBy('t.id', 'desc'),
);
const JOBS_OF_PAGE = rowsOf(PublishJob, (from) =>
  from.distinctOn('t.draft_id').where('t.draft_id', 'in', PAGE).orderBy('t.draft_id').orderBy('t.id', 'desc'),
);
const JOBS = rowsOf(PublishJob, (from, { drafts }: Given) =>
  from.distinctOn('t.draft_id').where('t.draft_id', '=', anyOf(drafts)).orderBy('t.draft_id').orderBy('t.id', 'desc'),
);

const OMITTED_OF_PAGE = omittedIn('page');

const STATES = prepared(({ approvals }: Places<{ approvals: BoundValue }>) =>
  tables.selectFrom('approvals').select(['id', 'state']).where('id', '=', anyOf(approvals)),
);

/** A workspace's drafts, newest first, in two statements. */
export async function listDraftPages(ctx: Context, workspaceId: string, request: PageRequest & DraftFilter): Promise<Page<DraftPage>> {
  await ctx.em.flush();
  const part = draftsPart(ctx, workspaceId, request);
  const { drafts, ...read } = await readTogether(
    ctx.em,
    {
      drafts: { sql: 'select * from page order by id desc', parameters: [], revive: part.revive },
      workspaces: WORKSPACES(ctx.em, { workspaces: idsOf([workspaceId]) }),
      approvals: APPROVALS_OF_PAGE(ctx.em, {}),
      jobs: JOBS_OF_PAGE(ctx.em, {}),
      omissions: OMITTED_OF_PAGE,
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
  const draftIds = drafts.map(({ id }) => id);
  const given = { drafts: idsOf(draftIds) };
  const read = await readTogether(ctx.em, {
    workspaces: WORKSPACES(ctx.em, { workspaces: idsOf([workspaceId]) }),
    approvals: APPROVALS(ctx.em, given),
    jobs: JOBS(ctx.em, given),
    omissions: omittedPart(draftIds),
  });
  const [workspace] = read.workspaces;
  if (!workspace) throw new DomainError('not_found');
  return pagesOf(ctx, drafts, { ...read, workspace });
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
  const failures = await failuresOf(ctx, drafts);
  const jobs = new Map(standing.jobs.map((job) => [job.draftId, job]));
  return drafts.map((draft) => {
    const approval = approvals.get(draft.id) ?? null;
    const job = jobs.get(draft.id);
    return {
      draft,
      workspace: standing.workspace,
      failures: failures.get(draft.id),
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

/** Loads the decisions and the gates. */
async function readStanding(ctx: Context, { approvals, jobs }: Standing) {
  const ofJobs = jobs.flatMap(({ approvalId }) => approvalId ?? []);
  const own = {
    said: saidPart(idsOf(approvals.map(({ id }) => id))),
    states: ofJobs.length === 0 ? null : partOf(STATES({ approvals: idsOf(ofJobs) })),
  };
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
