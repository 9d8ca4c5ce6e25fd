import { isHold } from '../../components/gates/gate-status.ts';
import { draftStates, jobStates, publicationStates, type Removable, removalState, type StateWord } from '../../components/ui/states.ts';
import type { GateViewFragment, PublicationState, PublishJobState } from '../../gql/graphql.ts';
import { texts } from './texts.ts';

/** A job's state in the most telling word: what it waits for, that its outcome is unknown, or that its posts were removed. */
export function jobState(job: {
  state: PublishJobState;
  approvalState: string;
  readiness: { gates: readonly Pick<GateViewFragment, 'gate' | 'code'>[] };
  publications: readonly (Removable & { state: PublicationState })[];
}): StateWord {
  const removals = job.publications.filter(({ state }) => state === 'PUBLISHED').map(removalState);
  const [removal] = removals;
  if (removal && removals.every((each) => each)) return removal;
  if (job.publications.some(({ state }) => state === 'UNKNOWN')) return publicationStates.UNKNOWN;
  if (job.state === 'BLOCKED' && job.approvalState === 'pending') return draftStates.IN_REVIEW;
  if (job.state === 'BLOCKED' && job.readiness.gates.some(isHold)) return { word: texts.hold.state, tone: 'wait' };
  return jobStates[job.state];
}
