import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { grouped, say, type Words } from '../languages/sentence.ts';

const HOUR_MS = 3_600_000;
/** About one draft, by each person, agent's permission or client, within an hour and ever. */
const MOST_AN_HOUR = 60;
const MOST_BY_ONE = 200;
/** Limits per draft for outsiders, and for all, so there is room for members. */
const MOST_FROM_OUTSIDE = 400;
const MOST_ABOUT_DRAFT = 1_000;

interface Counted {
  hour: number;
  own: number;
  outside: number;
  all: number;
}

/**
 * Each comment notifies people, so their number per draft is limited, and no author can use up another's share.
 * Throws `rate_limited` where waiting helps, `invalid_state` where it does not.
 */
export async function boundComments(ctx: Context, draftId: string): Promise<void> {
  const [column, author] = authorOf(ctx.actor);
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS);
  const [counted] = await ctx.em.execute<Counted[]>(
    `select count(*) filter (where ${column} = ? and created_at > ?)::int as hour, count(*) filter (where ${column} = ?)::int as own,
        count(*) filter (where user_id is null)::int as outside, count(*)::int as all from comments where draft_id = ?`,
    [author, since, author, draftId],
  );
  const { hour = 0, own = 0, outside = 0, all = 0 } = counted ?? {};
  if (own >= MOST_BY_ONE) throw full(say`At most ${MOST_BY_ONE} comments of yours are kept about a draft.`);
  if (column !== 'user_id' && outside >= MOST_FROM_OUTSIDE)
    throw full(say`No more comments of agents and clients are kept about this draft.`);
  if (all >= MOST_ABOUT_DRAFT) throw full(say`At most ${grouped(MOST_ABOUT_DRAFT)} comments are kept about a draft.`);
  if (hour < MOST_AN_HOUR) return;
  const message = say`At most ${MOST_AN_HOUR} comments of yours an hour are taken about a draft.`;
  throw new DomainError('rate_limited', { message, details: { retry_after_seconds: HOUR_MS / 1_000 } });
}

/** A client by the address: a new link is no new client. */
function authorOf(actor: Actor): ['user_id' | 'grant_id' | 'client_email', string] {
  if (actor.kind === 'agent') return ['grant_id', actor.grantId];
  if (actor.kind === 'client') return ['client_email', actor.email];
  return ['user_id', actor.kind === 'user' ? actor.userId : ''];
}

const full = (message: Words): DomainError =>
  new DomainError('invalid_state', { message, remedy: say`Add no more comments to this draft. Reach the people another way.` });
