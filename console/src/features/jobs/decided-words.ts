import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

export type Decision = NonNullable<JobView['approval']>['decisions'][number];

/** Who decided what. A post under a standing approval was not reviewed: its signer did not approve this post. */
export function decidedWords({ decision, by, isStanding }: Decision): string {
  if (isStanding) return texts.approvedByStanding({ name: by });
  return { APPROVED: texts.approvedBy, REJECTED: texts.rejectedBy, CHANGES_REQUESTED: texts.changesBy }[decision]({ name: by });
}
