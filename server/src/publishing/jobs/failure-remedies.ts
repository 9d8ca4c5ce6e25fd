import { type Sentence, say } from '../../languages/sentence.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';

const WAIT = say`Nothing is to be done: it is tried again automatically.`;
const ASK = say`Nothing is to be done: the platform is asked whether it was published. Do not post it again meanwhile.`;

/** What a failure leaves to do, by its code; `rejected` is told apart below. */
const REMEDIES: Readonly<Record<string, Sentence>> = {
  gave_up: say`Retry the publish job.`,
  rate_limited: WAIT,
  unavailable: WAIT,
  pending: ASK,
  unknown: ASK,
  unauthorized: say`Ask an owner of the account to reconnect it in the console. The post is then published automatically.`,
  service_refused: say`Only the operator can resolve this. The post is then published automatically.`,
  content_changed: say`Submit the draft again.`,
  settled_absent: say`A person has confirmed that it was not published. Create a new draft if it is still wanted.`,
  restored: say`Ask a person to check whether it was published before you create a new draft.`,
};

/** What to do about a publication that has a failure, and who can do it. */
export function remedyOfFailure(
  { state, supersededBy }: Pick<PublishJob, 'state' | 'supersededBy'>,
  { failureCode }: Pick<Publication, 'failureCode'>,
): Sentence {
  if (supersededBy) return say`A later publish job takes its place. Follow that one.`;
  if (failureCode !== 'rejected') return REMEDIES[failureCode ?? ''] ?? say`Read the publish job again in a minute.`;
  // What is published in part cannot be changed.
  return state === 'failed'
    ? say`The platform refuses these words. Change the draft, then submit it again.`
    : say`The platform refuses these words. Create a new draft with other words for this platform.`;
}
