import type { CaptionOrigin } from '../../captions/caption-set.entity.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { SafetyFinding } from '../safety-finding.ts';
import { findBlockedTerms } from './find-blocked-terms.ts';

/** Texts written by a machine. The built-in generator only selects sentences of the source. */
const BY_MACHINES: readonly CaptionOrigin[] = ['agent', 'model'];

/** Whether a machine-written post lacks the disclosure that the workspace requires. */
export function findUndisclosedAi(
  platform: string,
  texts: readonly string[],
  origin: CaptionOrigin | null,
  disclosure: string | null,
): SafetyFinding[] {
  if (disclosure === null || origin === null || !BY_MACHINES.includes(origin)) return [];
  if (texts.some((text) => findBlockedTerms(text, [disclosure]).length > 0)) return [];
  return [
    {
      check: 'undisclosed_ai',
      severity: 'block',
      ...toStoredMessage(say`This text is AI-generated without a disclosure. Add "${disclosure}", or have a person write it.`),
      span: null,
      platform,
      field: 'text',
    },
  ];
}
