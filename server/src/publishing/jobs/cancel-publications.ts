import type { Context } from '../../context.ts';
import { releaseHolds } from '../../credits/release-holds.ts';
import type { Publication } from '../publication.entity.ts';
import { movePublication } from './move-publication.ts';

/** Calls off those of a job's publications that have not been sent, and gives their credits back. Answers how many. */
export async function cancelPublications(ctx: Context, publications: readonly Publication[]): Promise<number> {
  const waiting = publications.filter(({ state }) => state === 'pending');
  for (const publication of waiting) {
    movePublication(publication, 'cancelled');
    publication.nextAttemptAt = null;
  }
  await ctx.em.flush();
  await releaseHolds(
    ctx,
    waiting.map(({ id }) => id),
  );
  return waiting.length;
}
