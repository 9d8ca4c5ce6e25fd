import type { Context } from '../../context.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { moveDraft } from '../../drafts/move-draft.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { moveJob } from './move-job.ts';

/** A gate is shut: the job waits until something changes. The caller flushes. */
export function parkJob(ctx: Context, job: PublishJob, draft: Draft): void {
  moveJob(ctx, job, 'blocked');
  if (draft.state === 'scheduled') moveDraft(ctx, draft, 'approved');
}
