import type { Context } from '../context.ts';
import { nextState } from '../state-table.ts';
import type { Draft } from './draft.entity.ts';
import { DRAFT_TRANSITIONS, type DraftState } from './draft-states.ts';

/** Brings a locked draft into a state by its table; where it is there already, nothing happens. The caller flushes. */
export function moveDraft(ctx: Context, draft: Draft, to: DraftState): void {
  if (draft.state === to) return;
  draft.state = nextState('draft', DRAFT_TRANSITIONS, draft.state, to);
  draft.updatedAt = ctx.clock.now();
}
