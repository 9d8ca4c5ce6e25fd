/** The limits of one field; absent ones do not apply. */
export interface FieldRule {
  /** Not empty, and not only white space. */
  isRequired?: true;
  /** A whole http or https address. */
  isWebAddress?: true;
  /** A time in the future. */
  isAhead?: true;
  /** In UTF-16 units; of each item where it is a list. */
  maxLength?: number;
  minLength?: number;
  minItems?: number;
  maxItems?: number;
  /** The least and the most of a whole number. */
  min?: number;
  max?: number;
}

const TERMS = { maxItems: 500, maxLength: 200 } satisfies FieldRule;

/**
 * The limits of drafts and settings: the only place of these figures. The server validates by them, the API's schemas
 * contain them, and the console's forms use them while typing. Plain data without imports, for use in a browser.
 */
export const FIELD_RULES = {
  draft: {
    sourceText: { isRequired: true, maxLength: 100_000 },
    link: { isWebAddress: true, maxLength: 2_048 },
    // As many as there are networks.
    platforms: { minItems: 1, maxItems: 26 },
    pictures: { maxItems: 20 },
    scheduledAt: { isAhead: true },
    noteToReviewer: { maxLength: 2_000 },
    labels: { maxItems: 20, maxLength: 50 },
  },
  template: { name: { isRequired: true, maxLength: 100 } },
  picture: { altText: { maxLength: 2_000 }, mostBytes: 20 * 1024 * 1024 },
  // SubRip or WebVTT, and a BCP 47 language tag.
  subtitles: { mostBytes: 1_000_000, language: { maxLength: 35 } },
  voice: { tone: { maxLength: 300 }, maxTags: { min: 0, max: 30 }, bannedWords: TERMS },
  safety: { blockedTerms: TERMS, deniedHosts: TERMS, repeatDays: { min: 1, max: 365 }, aiDisclosure: { maxLength: 100 } },
  approvals: {
    approvalsRequired: { min: 1, max: 10 },
    approvalHours: { min: 1, max: 8_760 },
    turnHours: { min: 1, max: 168 },
    askInTurn: { maxItems: 20 },
    holdReason: { maxLength: 500 },
  },
  stages: { most: { maxItems: 6 }, name: { maxLength: 60 }, required: { min: 1, max: 10 } },
  // Comments on a decision, and reasons for overriding a finding.
  decision: { comment: { maxLength: 2_000 }, overrideReason: { maxLength: 2_000 }, atOnce: { minItems: 1, maxItems: 50 } },
  settlement: { reason: { minLength: 3, maxLength: 500 }, link: { maxLength: 2_048 } },
  password: { minLength: 12, maxLength: 200 },
  passkey: { name: { maxLength: 60 } },
  workspace: { name: { isRequired: true, maxLength: 200 } },
  signup: { refusalReason: { maxLength: 500 } },
  budget: { creditsPerMonth: { min: 1, max: 100_000 } },
  credits: { correctionReason: { minLength: 3, maxLength: 500 }, surcharge: { min: 0, max: 100 } },
  chat: { name: { isRequired: true, maxLength: 60 }, secret: { isRequired: true, maxLength: 2_000 }, chatId: { maxLength: 65 } },
  webhook: { url: { isWebAddress: true, maxLength: 2_048 }, secret: { maxLength: 120 } },
  client: { email: { maxLength: 254 }, name: { maxLength: 100 }, drafts: { minItems: 1, maxItems: 100 }, days: { min: 1, max: 90 } },
  comment: { text: { isRequired: true, maxLength: 4_000 }, quote: { maxLength: 1_000 } },
} as const;

export function isWebAddress(text: string): boolean {
  return !/\s/u.test(text) && URL.parse(text) !== null && ['http:', 'https:'].includes(new URL(text).protocol);
}
