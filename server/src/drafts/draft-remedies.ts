import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import type { Draft } from './draft.entity.ts';
import { DRAFT_TRANSITIONS, type DraftState } from './draft-states.ts';

/** What is left to do with a draft that cannot be changed or submitted, by its state. */
const REMEDIES: Partial<Record<DraftState, Sentence>> = {
  publishing: say`Wait until its publish job has ended, then read the draft again.`,
  published: say`What is published stays as it is. Create a new draft for another post.`,
  partially_published: say`What is published stays as it is. Create a new draft for another post.`,
  archived: say`An archived draft stays archived. Create a new draft.`,
  rejected: say`Change the draft, then submit it again.`,
};

export function remedyOf(state: DraftState): Sentence | undefined {
  return REMEDIES[state];
}

/** Throws `invalid_state` where neither the words nor the targets of a draft can change any more. */
export function requireChangeable({ state }: Draft): void {
  if (state === 'draft' || DRAFT_TRANSITIONS[state].includes('draft')) return;
  throw new DomainError('invalid_state', {
    message: say`The draft is ${state.replaceAll('_', ' ')} and cannot be changed.`,
    remedy: remedyOf(state),
    details: { from: state, to: 'draft' },
  });
}
