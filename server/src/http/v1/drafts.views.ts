import type { Static } from 'typebox';
import { requireWorkspace } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import { latestApprovalsOf } from '../../approvals/approval-queries.ts';
import { currentCaptions, omissionsOf } from '../../captions/caption-queries.ts';
import { omissionNotices } from '../../captions/omission-notices.ts';
import type { Context } from '../../context.ts';
import { allowedDraftActions } from '../../drafts/allowed-draft-actions.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { currentPayloads } from '../../payloads/payload-queries.ts';
import { explainJobs } from '../../publishing/jobs/explain-jobs.ts';
import { approvalStatesOf, jobsOf } from '../../publishing/jobs/job-queries.ts';
import type { Readiness } from '../../publishing/jobs/readiness.ts';
import type { PublishJob } from '../../publishing/publish-job.entity.ts';
import { type ContentChange, changesByPeople } from '../../publishing/review/changes-by-people.ts';
import type { DraftResult } from '../../publishing/review/draft-result.ts';
import { approvalUrl, changeView, presentApprovals } from './approvals.views.ts';
import { captionViews } from './captions.views.ts';
import type { NoticeSchema } from './common.schemas.ts';
import type { DraftSchema } from './drafts.schemas.ts';
import { payloadView } from './payloads.views.ts';
import { linkTo, timeOrNull } from './view-parts.ts';

export type DraftView = Static<typeof DraftSchema>;
type Notice = Static<typeof NoticeSchema>;

const NOT_EXPLAINED: Readiness = { state: 'blocked', gates: [] };

/** What a draft's answer is made of. */
interface Parts {
  draft: Draft;
  workspace: Workspace;
  approval: Approval | null;
  job: { job: PublishJob; approvalState: string; readiness: Readiness } | null;
  notices: readonly Notice[];
}

/** What people said of drafts, and what they changed in them. */
interface Said {
  approvals: Awaited<ReturnType<typeof presentApprovals>>;
  changes: ReadonlyMap<string, ContentChange[]>;
}

async function saidOf(ctx: Context, approvals: readonly Approval[], jobs: readonly PublishJob[]): Promise<Said> {
  return { approvals: await presentApprovals(ctx, approvals), changes: await changesByPeople(ctx, jobs) };
}

/** The answer of a command about one draft. */
export async function presentDraftResult(ctx: Context, { draft, approval, job, explanation, notices }: DraftResult): Promise<DraftView> {
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'read');
  const told = [...notices, ...omissionNotices((await omissionsOf(ctx, [draft])).get(draft.id) ?? [])];
  const said = await saidOf(ctx, approval ? [approval] : [], job ? [job] : []);
  if (!job) return draftView(ctx, { draft, workspace, approval, job: null, notices: told }, said);
  const { readiness = NOT_EXPLAINED } = explanation ?? (await explainJobs(ctx, [job])).get(job.id) ?? {};
  const isOwn = (approval?.id ?? null) === (job.approvalId ?? null);
  const states = isOwn ? new Map([[job.id, approval?.state]]) : await approvalStatesOf(ctx, [job]);
  const approvalState = states.get(job.id) ?? 'not_required';
  return draftView(ctx, { draft, workspace, approval, job: { job, approvalState, readiness }, notices: told }, said);
}

/** Drafts as they stand, in a constant number of queries. */
export async function presentDrafts(ctx: Context, workspaceId: string, drafts: readonly Draft[]): Promise<DraftView[]> {
  const ids = drafts.map((draft) => draft.id);
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  const approvals = await latestApprovalsOf(ctx, ids);
  const jobOf = await jobsOf(ctx, ids);
  const jobs = await withStanding(ctx, [...jobOf.values()]);
  const omissions = await omissionsOf(ctx, drafts);
  const said = await saidOf(ctx, [...approvals.values()], [...jobOf.values()]);
  return drafts.map((draft) => {
    const job = jobOf.get(draft.id);
    const approval = approvals.get(draft.id) ?? null;
    const notices = omissionNotices(omissions.get(draft.id) ?? []);
    return draftView(ctx, { draft, workspace, approval, job: job ? (jobs.get(job.id) ?? null) : null, notices }, said);
  });
}

/** The answer to a new draft: with its words, where it came with some. */
export async function presentNewDraft(ctx: Context, result: DraftResult, areWordsGiven: boolean): Promise<DraftView> {
  const view = await presentDraftResult(ctx, result);
  if (!areWordsGiven) return view;
  const captions = (await currentCaptions(ctx, result.draft.id))?.captions ?? [];
  return { ...view, captions: await captionViews(ctx, captions, result.draft.link ?? null) };
}

/** One draft with its words and what would be sent. */
export async function presentWholeDraft(ctx: Context, draft: Draft): Promise<DraftView> {
  const [view] = await presentDrafts(ctx, draft.workspaceId, [draft]);
  if (!view) throw new Error('A draft was not presented.');
  const captions = (await currentCaptions(ctx, draft.id))?.captions ?? [];
  const payloads = await currentPayloads(ctx, draft);
  return {
    ...view,
    captions: await captionViews(ctx, captions, draft.link ?? null),
    payloads: payloads.map(payloadView),
  };
}

async function withStanding(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, NonNullable<Parts['job']>>> {
  if (jobs.length === 0) return new Map();
  const explanations = await explainJobs(ctx, jobs);
  const states = await approvalStatesOf(ctx, jobs);
  return new Map(
    jobs.map((job) => [
      job.id,
      { job, approvalState: states.get(job.id) ?? 'not_required', readiness: explanations.get(job.id)?.readiness ?? NOT_EXPLAINED },
    ]),
  );
}

function draftView(ctx: Context, { draft, workspace, approval, job, notices }: Parts, said: Said): DraftView {
  return {
    draft_id: draft.id,
    workspace_id: draft.workspaceId,
    status: draft.state,
    revision: draft.revision,
    source_text: draft.sourceText,
    link: draft.link ?? null,
    wording: draft.wording ?? null,
    platforms: draft.platforms,
    connection_ids: draft.connectionIds ?? null,
    media_ids: draft.mediaIds ?? [],
    publish_mode: draft.publishMode,
    approval_required: draft.approvalRequired,
    scheduled_at: timeOrNull(draft.scheduledAt),
    external_id: draft.externalId ?? null,
    note_to_reviewer: draft.noteToReviewer ?? null,
    content_hash: draft.contentHash ?? null,
    created_at: draft.createdAt.toISOString(),
    updated_at: draft.updatedAt.toISOString(),
    approval: said.approvals.get(approval?.id ?? '') ?? null,
    changes: (said.changes.get(job?.job.id ?? '') ?? []).map(changeView),
    publish_job: job
      ? {
          job_id: job.job.id,
          state: job.job.state,
          approval_state: job.approvalState,
          publishing_readiness: job.readiness,
        }
      : null,
    allowed_actions: allowedDraftActions(draft, ctx.actor, workspace),
    ...approvalUrl(ctx, approval),
    notices: [...notices],
    _links: {
      self: linkTo(ctx, `/drafts/${draft.id}`),
      ...(job ? { publish_job: linkTo(ctx, `/publish-jobs/${job.job.id}`) } : {}),
    },
  };
}
