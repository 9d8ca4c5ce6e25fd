import { DomainError, type FieldError } from '../../errors.ts';
import type { Verdict } from './manual-resolution.entity.ts';

export interface ManualResolutionWords {
  verdict: Verdict;
  /** How the person knows. */
  reason: string;
  /** Where the post is, or where others can see that it is not there. */
  link?: string | null;
  /** The platform's own id of the post, where there is no link to it. */
  providerId?: string | null;
}

const REASON = { least: 3, most: 500 };
const MOST_LINK = 2_048;
const MOST_ID = 512;

/** What a person settles has to be evidence that others can follow. Throws once, naming every fault. */
export function checkManualResolution({ verdict, reason, link, providerId }: ManualResolutionWords): void {
  const faults: FieldError[] = [];
  const length = reason.trim().length;
  if (length < REASON.least || length > REASON.most)
    faults.push({ pointer: '/input/reason', message: `must say how you know, in ${REASON.least} to ${REASON.most} characters.` });
  if (link && !isWebAddress(link)) faults.push({ pointer: '/input/link', message: 'must be a whole address that begins with https://.' });
  if (providerId && providerId.length > MOST_ID)
    faults.push({ pointer: '/input/providerId', message: `must not be longer than ${MOST_ID} characters.` });
  if (verdict === 'published' && !link && !providerId)
    faults.push({ pointer: '/input/link', message: 'must lead to the post; where there is no address, give the platform’s id of it.' });
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
}

/** It is shown as something to click on, so nothing but the web will do. */
function isWebAddress(text: string): boolean {
  if (text.length > MOST_LINK || /\s/u.test(text) || !URL.parse(text)) return false;
  const { protocol, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '';
}
