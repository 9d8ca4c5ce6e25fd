import type { Context } from '../context.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { moveDraft } from '../drafts/move-draft.ts';
import { moveJob } from './move-job.ts';
import type { Publication } from './publication.entity.ts';
import type { PublishJob } from './publish-job.entity.ts';
import type { PublishJobState } from './publish-job-states.ts';

type End = Extract<PublishJobState, 'published' | 'partially_published' | 'failed' | 'cancelled'>;

/** Ends a job, and its draft with it, once each of its publications has come to an end. The caller flushes. */
export function rollUpJob(ctx: Context, job: PublishJob, draft: Draft, publications: readonly Publication[]): void {
  const end = endOf(publications);
  if (end === null) return;
  moveJob(ctx, job, end);
  if (end !== 'cancelled') moveDraft(ctx, draft, end);
}

function endOf(publications: readonly Publication[]): End | null {
  const count = (state: Publication['state']) => publications.filter((publication) => publication.state === state).length;
  const [published, failed, cancelled] = [count('published'), count('failed'), count('cancelled')];
  if (published + failed + cancelled < publications.length) return null;
  if (published === publications.length) return 'published';
  if (published > 0) return 'partially_published';
  return failed > 0 ? 'failed' : 'cancelled';
}
