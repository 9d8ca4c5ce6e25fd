import { latestApproval } from '../../approvals/approval-queries.ts';
import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import type { Notice } from '../../drafts/notice.ts';
import { jobsOf } from '../jobs/job-queries.ts';
import type { DraftResult } from './draft-result.ts';

/** The draft with its newest approval and job. */
export async function loadDraftResult(ctx: Context, draft: Draft, notices: Notice[]): Promise<DraftResult> {
  return {
    draft,
    approval: await latestApproval(ctx, draft.id),
    job: (await jobsOf(ctx, [draft.id])).get(draft.id) ?? null,
    notices,
  };
}
