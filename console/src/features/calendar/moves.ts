import type { CalendarDraftFragment, DraftMoveQuery } from '../../gql/graphql.ts';
import { asApiError, sentence } from '../../lib/http/api-error.ts';
import { texts } from './texts.ts';

/** A draft, and the effect of a new time. */
export type MoveLook = NonNullable<DraftMoveQuery['draft']>;

/** The server calls of a move. */
export interface MoveServer {
  look(id: string, at: Date | null): Promise<MoveLook | null>;
  set(draft: Pick<CalendarDraftFragment, 'id' | 'revision'>, at: Date | null): Promise<CalendarDraftFragment>;
}

/** The result of a move without confirmation; `asks`: it needs one, and nothing was done. */
export type Attempt =
  | { became: 'moved'; draft: CalendarDraftFragment; move: MoveLook['move'] }
  | { became: 'asks' }
  | { became: 'refused'; error: unknown };

/**
 * Another time without a question, except where a decision hangs on the old one or the server would refuse the new
 * one.
 */
export async function moveAtOnce({ look, set }: MoveServer, draft: CalendarDraftFragment, at: Date | null): Promise<Attempt> {
  try {
    const seen = await look(draft.id, at);
    if (!seen || seen.move.refusal !== null || seen.move.touchesDecision) return { became: 'asks' };
    return { became: 'moved', draft: await set(draft, at), move: seen.move };
  } catch (error) {
    return { became: 'refused', error };
  }
}

type Return = { became: 'moved'; draft: CalendarDraftFragment } | { became: 'refused'; reason: string };

/** Undoes a move. Does not undo decisions made since. */
export async function moveBack({ look, set }: MoveServer, moved: CalendarDraftFragment, back: Date | null): Promise<Return> {
  try {
    const seen = await look(moved.id, back);
    if (!seen) return { became: 'refused', reason: texts.gone };
    if (decisionsOn(seen) !== decisionsOn(moved)) return { became: 'refused', reason: texts.decidedSince };
    if (seen.move.refusal !== null) return { became: 'refused', reason: seen.move.refusal };
    return { became: 'moved', draft: await set(moved, back) };
  } catch (error) {
    const refusal = asApiError(error);
    return { became: 'refused', reason: refusal.code === 'stale_revision' ? texts.changedSince : sentence(refusal) };
  }
}

function decisionsOn({ approval }: Pick<CalendarDraftFragment, 'approval'>): string {
  return [approval?.id, ...(approval?.decisions ?? []).map(({ id }) => id)].join(' ');
}
