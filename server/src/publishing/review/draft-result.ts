import type { Approval } from '../../approvals/approval.entity.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import type { Notice } from '../../drafts/notice.ts';
import type { JobExplanation } from '../jobs/explain-jobs.ts';
import type { PublishJob } from '../publish-job.entity.ts';

/** A draft after a command, with what was asked for on its behalf. */
export interface DraftResult {
  draft: Draft;
  approval: Approval | null;
  job: PublishJob | null;
  /** What the job's gates said in this command; left out where they have to be asked. */
  explanation?: JobExplanation | null;
  notices: Notice[];
}
