import { nextState } from '../../state-table.ts';
import type { Publication } from '../publication.entity.ts';
import { PUBLICATION_TRANSITIONS, type PublicationState } from '../publication-states.ts';

/** Brings a publication into a state by its table. The caller has locked the draft and flushes. */
export function movePublication(publication: Publication, to: PublicationState): void {
  publication.state = nextState('publication', PUBLICATION_TRANSITIONS, publication.state, to);
}
