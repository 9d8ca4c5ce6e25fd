import type { Context } from '../../context.ts';
import { nextState } from '../../state-table.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { PUBLISH_JOB_TRANSITIONS, type PublishJobState } from '../publish-job-states.ts';
import { tellJob } from './tell-job.ts';

/** Brings a job into a state by its table; where it is there already, nothing happens. The caller has locked the draft and flushes. */
export function moveJob(ctx: Context, job: PublishJob, to: PublishJobState): void {
  if (job.state === to) return;
  job.state = nextState('publish job', PUBLISH_JOB_TRANSITIONS, job.state, to);
  job.updatedAt = ctx.clock.now();
  tellJob(ctx, job);
}
