import type { Approval } from '../../approvals/approval.entity.ts';
import { latestApproval } from '../../approvals/approval-queries.ts';
import type { Caption } from '../../captions/caption.entity.ts';
import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import type { RequestNotice } from '../../drafts/resolve-approval-required.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { JobExplanation } from '../jobs/explain-jobs.ts';
import { jobsOf } from '../jobs/job-queries.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/** What a command that requested a new approval has written, so its result needs no further query. */
export interface Written {
  /** All captions of the draft. */
  captions: readonly Caption[];
  /** The approval's payloads. */
  payloads: readonly Payload[];
  findings: SafetyFinding[];
}

/** A draft after a command, with its submission. */
export interface DraftResult {
  draft: Draft;
  approval: Approval | null;
  job: PublishJob | null;
  /** The result of the job's gates in this command; absent if they must be evaluated. */
  explanation?: JobExplanation | null;
  written?: Written;
  notices: RequestNotice[];
}

/** The draft with its newest approval and job. */
export async function loadDraftResult(ctx: Context, draft: Draft, notices: RequestNotice[]): Promise<DraftResult> {
  return {
    draft,
    approval: await latestApproval(ctx, draft.id),
    job: (await jobsOf(ctx, [draft.id])).get(draft.id) ?? null,
    notices,
  };
}
