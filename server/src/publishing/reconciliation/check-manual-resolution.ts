import { DomainError, type FieldError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import type { Verdict } from './manual-resolution.entity.ts';

export interface ManualResolutionWords {
  verdict: Verdict;
  /** How the person knows. */
  reason: string;
  /** The post's address, or a place where others can see that it does not exist. */
  link?: string | null;
  /** The platform's own id of the post, if there is no link to it. */
  providerId?: string | null;
}

const { reason: REASON, link: LINK } = FIELD_RULES.settlement;
const MOST_ID = 512;

/** A person's settlement must be evidence that others can verify. Throws once, with every fault. */
export function checkManualResolution({ verdict, reason, link, providerId }: ManualResolutionWords): void {
  const faults: FieldError[] = [];
  const length = reason.trim().length;
  if (length < REASON.minLength || length > REASON.maxLength)
    faults.push({
      pointer: '/input/reason',
      message: say`must say how you checked, in ${REASON.minLength} to ${REASON.maxLength} characters.`,
    });
  if (link && !isWebAddress(link))
    faults.push({ pointer: '/input/link', message: say`must be a whole address that begins with https://.` });
  if (providerId && providerId.length > MOST_ID)
    faults.push({ pointer: '/input/providerId', message: say`must not be longer than ${MOST_ID} characters.` });
  if (verdict === 'published' && !link && !providerId)
    faults.push({ pointer: '/input/link', message: say`must lead to the post; where there is no address, give the platform’s id of it.` });
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
}

/** It is shown as something to click on, so nothing but the web will do. */
function isWebAddress(text: string): boolean {
  if (text.length > LINK.maxLength || /\s/u.test(text) || !URL.parse(text)) return false;
  const { protocol, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '';
}
