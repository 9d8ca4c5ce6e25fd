import type { Static } from 'typebox';
import { requireWorkspace } from '../../../access/authorise.ts';
import { saidPart } from '../../../approvals/decision-queries.ts';
import { currentCaptions, omittedPart } from '../../../captions/caption-queries.ts';
import type { Context } from '../../../context.ts';
import { idsOf } from '../../../db/reading/query.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { allowedDraftActions, failuresOf } from '../../../drafts/lock-draft.ts';
import { noticeInEnglish } from '../../../drafts/resolve-approval-required.ts';
import { currentPayloads } from '../../../payloads/payload-queries.ts';
import { explainJob } from '../../../publishing/jobs/explain-jobs.ts';
import { approvalStatesOf } from '../../../publishing/jobs/job-queries.ts';
import type { Readiness } from '../../../publishing/jobs/readiness.ts';
import { type DraftPage, readDraftPages } from '../../../publishing/read-draft-pages.ts';
import { changesByPeople } from '../../../publishing/review/changes-by-people.ts';
import type { DraftResult } from '../../../publishing/review/draft-result.ts';
import { rowOfNew } from '../../../publishing/snapshot/load-approvals.ts';
import { type LoadedBefore, readWithGates } from '../../../publishing/snapshot/load-gate-snapshot.ts';
import { subjectOfJob } from '../../../publishing/snapshot/subject.ts';
import { approvalUrl, changeView, decidedApprovalView } from '../approvals.views.ts';
import type { NoticeSchema } from '../common.schemas.ts';
import { linkTo, readinessView, timeOrNull } from '../view-parts.ts';
import { captionViews } from './captions.views.ts';
import type { DraftSchema } from './drafts.schemas.ts';
import { omissionNotices, withOmissions } from './omission-notices.ts';
import { payloadView } from './payloads.views.ts';

export type DraftView = Static<typeof DraftSchema>;
type Notice = Static<typeof NoticeSchema>;

const NOT_EXPLAINED: Readiness = { state: 'blocked', gates: [], targets: [] };

/** The parts of a draft's response. */
interface Parts extends Omit<DraftPage, 'omissions'> {
  notices: readonly Notice[];
}

/** The response of a command about one draft; everything else is read in one statement. */
export async function presentDraftResult(ctx: Context, result: DraftResult): Promise<DraftView> {
  const { draft, approval, job, explanation, written, notices } = result;
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'read');
  const own = {
    // A draft of the first revision has no captions yet.
    omissions: draft.revision > 1 && !written ? omittedPart([draft.id]) : null,
    said: approval && !written ? saidPart(idsOf([approval.id])) : null,
  };
  const { read, snapshots } = await readWithGates(ctx, own, job && !explanation ? [subjectOfJob(job)] : [], alreadyLoaded(result));
  const parts = {
    draft,
    workspace,
    failures: (await failuresOf(ctx, [draft])).get(draft.id),
    approval,
    said: read.said,
    notices: [
      ...notices.map(noticeInEnglish),
      ...omissionNotices(written ? withOmissions(written.captions, written.payloads) : read.omissions),
    ],
  };
  if (!job) return draftView(ctx, { ...parts, job: null, changes: [] });
  const changes = (await changesByPeople(ctx, [job])).get(job.id) ?? [];
  const snapshot = snapshots.get(job.id);
  const { readiness = NOT_EXPLAINED } = explanation ?? (snapshot ? explainJob(job, snapshot) : {});
  const isOwn = (approval?.id ?? null) === (job.approvalId ?? null);
  const states = isOwn ? new Map([[job.id, approval?.state]]) : await approvalStatesOf(ctx, [job]);
  const approvalState = states.get(job.id) ?? 'not_required';
  return draftView(ctx, { ...parts, job: { job, approvalState, readiness }, changes });
}

function alreadyLoaded({ approval, job, written }: DraftResult): LoadedBefore {
  if (!job || !approval || !written) return {};
  return {
    prepared: new Map([[job.id, written.payloads]]),
    findings: new Map([[job.id, written.findings]]),
    approvals: [rowOfNew(approval)],
    isWritten: true,
  };
}

/** The current state of a draft. */
export function presentDraftPage(ctx: Context, { omissions, ...page }: DraftPage): DraftView {
  return draftView(ctx, { ...page, notices: omissionNotices(omissions) });
}

/** One draft without its captions. */
export async function presentDraft(ctx: Context, draft: Draft): Promise<DraftView> {
  const [page] = await readDraftPages(ctx, draft.workspaceId, [draft]);
  if (!page) throw new Error('A draft was not presented.');
  return presentDraftPage(ctx, page);
}

/** The response for a new draft: with its captions, if it came with some. */
export async function presentNewDraft(ctx: Context, result: DraftResult, areWordsGiven: boolean): Promise<DraftView> {
  const view = await presentDraftResult(ctx, result);
  if (!areWordsGiven) return view;
  const captions = (await currentCaptions(ctx, result.draft.id))?.captions ?? [];
  return { ...view, captions: await captionViews(ctx, captions, result.draft) };
}

/** One draft with its captions and payloads. */
export async function presentWholeDraft(ctx: Context, draft: Draft): Promise<DraftView> {
  const view = await presentDraft(ctx, draft);
  const captions = (await currentCaptions(ctx, draft.id))?.captions ?? [];
  const payloads = await currentPayloads(ctx, draft);
  return {
    ...view,
    captions: await captionViews(ctx, captions, draft),
    payloads: payloads.map(payloadView),
  };
}

function draftView(ctx: Context, { draft, workspace, failures, approval, said, job, changes, notices }: Parts): DraftView {
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
    labels: draft.labels,
    edits_publication_id: draft.editsPublicationId ?? null,
    content_hash: draft.contentHash ?? null,
    created_at: draft.createdAt.toISOString(),
    updated_at: draft.updatedAt.toISOString(),
    approval: approval && decidedApprovalView(approval, said),
    changes: changes.map(changeView),
    publish_job: job
      ? {
          job_id: job.job.id,
          state: job.job.state,
          approval_state: job.approvalState,
          publishing_readiness: readinessView(job.readiness),
        }
      : null,
    allowed_actions: allowedDraftActions(draft, ctx.actor, workspace, failures),
    ...approvalUrl(ctx, approval),
    notices: [...notices],
    _links: {
      self: linkTo(ctx, `/drafts/${draft.id}`),
      ...(job ? { publish_job: linkTo(ctx, `/publish-jobs/${job.job.id}`) } : {}),
    },
  };
}
