/** The checks of every post before it is published. */
export const SAFETY_CHECKS = [
  'leaked_credential',
  'private_link',
  'link_with_password',
  'lookalike_link',
  'unclear_link',
  'denied_host',
  'blocked_term',
  'hidden_characters',
  'leftover',
  'personal_data',
  'profanity',
  'unproven_claim',
  'asks_for_secrets',
  'mention_stuffing',
  'foreign_name',
  'tag_stuffing',
  'repeated_text',
  'undisclosed_ai',
  'differs_from_source',
  'moderation_hate',
  'moderation_harassment',
  'moderation_threat',
  'moderation_violence',
  'moderation_self_harm',
  'moderation_sexual',
  'moderation_minors',
  'moderation_illicit',
  'moderation_other',
  'not_moderated',
] as const;
export type SafetyCheck = (typeof SAFETY_CHECKS)[number];

/** The severity that a workspace gives to a check. */
export const SAFETY_WEIGHTS = ['off', 'warn', 'block'] as const;
export type SafetyWeight = (typeof SAFETY_WEIGHTS)[number];

/** A workspace's settings of the safety checks. */
export interface SafetyPolicy {
  /** Checks that are absent keep the severity of each finding. */
  weights: Partial<Record<SafetyCheck, SafetyWeight>>;
  /** The number of days in which a repeated text on the same account is a finding. */
  repeatDays: number;
  /** The required disclosure of machine-written texts, for example "#AI"; null for none. */
  aiDisclosure: string | null;
}

export const PLAIN_SAFETY: SafetyPolicy = { weights: {}, repeatDays: 30, aiDisclosure: null };

/** Irrevocable damage always blocks a post; a person may still dismiss a single finding. */
export const ALLOWED_WEIGHTS: Record<SafetyCheck, readonly SafetyWeight[]> = {
  leaked_credential: ['block'],
  link_with_password: ['block'],
  private_link: ['warn', 'block'],
  lookalike_link: ['warn', 'block'],
  unclear_link: SAFETY_WEIGHTS,
  denied_host: ['warn', 'block'],
  blocked_term: ['warn', 'block'],
  hidden_characters: SAFETY_WEIGHTS,
  leftover: SAFETY_WEIGHTS,
  personal_data: SAFETY_WEIGHTS,
  profanity: SAFETY_WEIGHTS,
  unproven_claim: SAFETY_WEIGHTS,
  asks_for_secrets: ['warn', 'block'],
  mention_stuffing: SAFETY_WEIGHTS,
  foreign_name: SAFETY_WEIGHTS,
  tag_stuffing: SAFETY_WEIGHTS,
  repeated_text: SAFETY_WEIGHTS,
  undisclosed_ai: SAFETY_WEIGHTS,
  differs_from_source: SAFETY_WEIGHTS,
  moderation_hate: SAFETY_WEIGHTS,
  moderation_harassment: SAFETY_WEIGHTS,
  moderation_threat: ['warn', 'block'],
  moderation_violence: SAFETY_WEIGHTS,
  moderation_self_harm: SAFETY_WEIGHTS,
  moderation_sexual: SAFETY_WEIGHTS,
  moderation_minors: ['warn', 'block'],
  moderation_illicit: SAFETY_WEIGHTS,
  moderation_other: SAFETY_WEIGHTS,
  not_moderated: ['warn', 'block'],
};
