import { Workspace } from '../../access/workspace.entity.ts';
import { wantsSignature } from '../../approvals/signatures/request-signature.ts';
import { type BoundValue, idsOf } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import { anyOf, type Places } from '../../db/tables.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import type { JobEnd } from '../gates/gate-snapshot.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/** The subject of the gates: a job, or a draft as if it were queued now. */
export interface Subject {
  /** The job's id, or the draft's without a job. */
  id: string;
  jobId: string | null;
  draftId: string;
  accountId: string;
  workspaceId: string;
  mode: 'approval' | 'auto';
  approvalId: string | null;
  grantId: string | null;
  userId: string | null;
  /** The content to publish; null before there is any. */
  sendingHash: string | null;
  scheduledAt: Date | null;
  /** When the job was created; counts against the daily limit. */
  createdAt: Date;
  /** It has ended: its approval no longer expires. */
  isFinished: boolean;
  end: JobEnd | null;
  /** A person would submit it now, and so adopt the agents' content. */
  isVouchedFor: boolean;
  /** A draft that changes a published post: it needs no credits. Those of a job are stored. */
  isEdit?: boolean;
}

/** The ids by which the queries behind a snapshot find their rows; no people where there is no approval. */
export interface SubjectIds {
  jobs: BoundValue;
  drafts: BoundValue;
  /** The drafts whose agents' content is not adopted. */
  unvouched: BoundValue;
  /** The hashes of the content to publish. */
  hashes: BoundValue;
  approvals: BoundValue;
  workspaces: BoundValue;
  accounts: BoundValue;
  grants: BoundValue;
  people: BoundValue;
}

export function idsOfSubjects(subjects: readonly Subject[]): SubjectIds {
  return {
    jobs: idsOf(subjects.flatMap(({ jobId }) => jobId ?? [])),
    drafts: idsOf(subjects.map(({ draftId }) => draftId)),
    unvouched: idsOf(subjects.flatMap(({ draftId, isVouchedFor }) => (isVouchedFor ? [] : draftId))),
    hashes: idsOf(subjects.flatMap(({ sendingHash }) => sendingHash ?? [])),
    approvals: idsOf(subjects.flatMap(({ approvalId }) => approvalId ?? [])),
    workspaces: idsOf(subjects.map(({ workspaceId }) => workspaceId)),
    accounts: idsOf(subjects.map(({ accountId }) => accountId)),
    grants: idsOf(subjects.flatMap(({ grantId }) => grantId ?? [])),
    people: idsOf(subjects.flatMap(({ userId }) => userId ?? [])),
  };
}

export function subjectOfJob(job: PublishJob): Subject {
  return {
    id: job.id,
    jobId: job.id,
    draftId: job.draftId,
    accountId: job.accountId,
    workspaceId: job.workspaceId,
    mode: job.mode,
    approvalId: job.approvalId ?? null,
    grantId: job.grantId ?? null,
    userId: job.userId ?? null,
    sendingHash: job.contentHash,
    scheduledAt: job.scheduledAt ?? null,
    createdAt: job.createdAt,
    isFinished: ['published', 'partially_published', 'failed', 'cancelled'].includes(job.state),
    end: endOf(job),
    isVouchedFor: false,
  };
}

/** The draft as if `author` queued it now. */
export function subjectOfDraft(
  draft: Draft,
  asked: { mode: 'approval' | 'auto'; approvalId: string | null; author: { grantId: string | null; userId: string | null }; now: Date },
): Subject {
  return {
    id: draft.id,
    jobId: null,
    draftId: draft.id,
    accountId: draft.accountId,
    workspaceId: draft.workspaceId,
    mode: asked.mode,
    approvalId: asked.approvalId,
    grantId: asked.author.grantId,
    userId: asked.author.userId,
    sendingHash: draft.contentHash ?? null,
    scheduledAt: draft.scheduledAt ?? null,
    createdAt: asked.now,
    isFinished: false,
    end: null,
    isVouchedFor: asked.author.userId !== null,
    isEdit: Boolean(draft.editsPublicationId),
  };
}

function endOf({ state, ending = null, supersededBy = null }: PublishJob): JobEnd | null {
  return supersededBy || (state === 'cancelled' && ending) ? { ending, supersededBy } : null;
}

/** The workspaces of these subjects, with their policies. */
export const WORKSPACES = rowsOf(Workspace, (from, { workspaces }: Places<Pick<SubjectIds, 'workspaces'>>) =>
  from.where('t.id', '=', anyOf(workspaces)),
);

/** Whether automatic publishing is permitted there: not for platforms that need a signature. */
export function allowsAuto(workspace: Workspace, targets: readonly { platform: string }[]): boolean {
  const platforms = targets.map(({ platform }) => platform);
  return workspace.allowsAuto && !wantsSignature(workspace, platforms);
}
