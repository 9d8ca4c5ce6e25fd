import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';

const HOUR_MS = 3_600_000;
/** About one draft, by everybody. */
const MOST_ABOUT_DRAFT = 500;
/** About one draft within an hour, by everybody outside of the account, and by each person. */
const MOST_AN_HOUR = 60;

/** Each comment tells people: there are only so many about a draft. Throws `rate_limited`. */
export async function boundComments(ctx: Context, draftId: string): Promise<void> {
  const { actor } = ctx;
  const own = actor.kind === 'user' ? 'user_id = ?' : 'user_id is null and ? is not null';
  const [row] = await ctx.em.execute<{ all: number; own: number }[]>(
    `select count(*)::int as all, count(*) filter (where ${own} and created_at > ?)::int as own from comments where draft_id = ?`,
    [actor.kind === 'user' ? actor.userId : '', new Date(ctx.clock.now().getTime() - HOUR_MS), draftId],
  );
  const refuse = (message: string) => new DomainError('rate_limited', { message, details: { retry_after_seconds: HOUR_MS / 1_000 } });
  if ((row?.all ?? 0) >= MOST_ABOUT_DRAFT) throw refuse(`At most ${MOST_ABOUT_DRAFT} comments are kept about a draft.`);
  if ((row?.own ?? 0) >= MOST_AN_HOUR) throw refuse(`At most ${MOST_AN_HOUR} comments an hour are taken about a draft.`);
}
