import type { SafetyCheck } from '../../access/safety-policy.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';

/** A safety check for categories of a moderation service. */
export interface ModerationCheck {
  check: SafetyCheck;
  severity: 'warn' | 'block';
  /** What was found, for use within a sentence. */
  what: LocalizedMessage;
}

const THREAT: ModerationCheck = { check: 'moderation_threat', severity: 'block', what: say`a threat` };
const SELF_HARM: ModerationCheck = { check: 'moderation_self_harm', severity: 'warn', what: say`self-harm` };
const VIOLENCE: ModerationCheck = { check: 'moderation_violence', severity: 'warn', what: say`violence` };

/** OpenAI's categories, whose names other services share. */
const CHECKS: Record<string, ModerationCheck> = {
  hate: { check: 'moderation_hate', severity: 'warn', what: say`hate` },
  harassment: { check: 'moderation_harassment', severity: 'warn', what: say`harassment` },
  'hate/threatening': THREAT,
  'harassment/threatening': THREAT,
  'illicit/violent': THREAT,
  illicit: { check: 'moderation_illicit', severity: 'warn', what: say`instructions for a crime` },
  violence: VIOLENCE,
  'violence/graphic': VIOLENCE,
  'self-harm': SELF_HARM,
  'self-harm/intent': SELF_HARM,
  'self-harm/instructions': SELF_HARM,
  sexual: { check: 'moderation_sexual', severity: 'warn', what: say`sexual content` },
  'sexual/minors': { check: 'moderation_minors', severity: 'block', what: say`sexual content about minors` },
};

/** The check of a category; of one with another name, a general check that repeats the name. */
export function checkOfCategory(category: string): ModerationCheck {
  // Some services write underscores, as OpenAI's client libraries do.
  const name = category.toLowerCase().replace('self_harm', 'self-harm').replaceAll('_', '/');
  return CHECKS[name] ?? { check: 'moderation_other', severity: 'warn', what: `"${category}"` };
}
