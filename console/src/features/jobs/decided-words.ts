import { texts as standing } from '../../components/standing/texts.ts';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

export type Decision = NonNullable<JobView['approval']>['decisions'][number];

/** Who decided what. What a standing approval let through nobody has looked at: who signed that beforehand did not approve this post. */
export function decidedWords({ decision, by, isStanding }: Decision): string {
  if (isStanding) return standing.wentOut(by);
  return { APPROVED: texts.approvedBy, REJECTED: texts.rejectedBy, CHANGES_REQUESTED: texts.changesBy }[decision](by);
}
