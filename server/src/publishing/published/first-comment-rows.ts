import type { Context } from '../../context.ts';
import { FirstComment } from '../first-comment.entity.ts';

/**
 * The first comment of each publication that has one and was sent at least once, by publication id. One
 * query.
 */
export async function firstCommentsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, FirstComment>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await ctx.em.find(FirstComment, { publicationId: { $in: [...publicationIds] } });
  return new Map(rows.map((row) => [row.publicationId, row]));
}

/**
 * After a restore: comments that had not ended at the time of the backup may be published. The network is
 * asked if possible; otherwise a person checks.
 */
export async function doubtFirstComments(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.nativeUpdate(
    FirstComment,
    { state: { $in: ['waiting', 'sending'] } },
    {
      state: 'unknown',
      nextAttemptAt: now,
      message: 'The service was restored from a backup, and it is unknown whether this was published after it.',
    },
  );
}
