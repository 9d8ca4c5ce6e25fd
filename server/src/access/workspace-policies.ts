/** Who may decide on content. */
export const DECIDERS = ['owners', 'owners_and_approvers'] as const;
export type Deciders = (typeof DECIDERS)[number];

export const EMOJI_USES = ['none', 'few', 'free'] as const;
/** `adapt`: in each platform's own way, complete if it fits; `exact`: literal, and what does not fit is a violation. */
export const WORDINGS = ['adapt', 'exact'] as const;
export type Wording = (typeof WORDINGS)[number];
export const TEXT_LENGTHS = ['short', 'medium', 'full'] as const;

/** The tone of a workspace's posts: guidance for their authors, not rules. */
export interface Voice {
  /** Free text, for example "warm, a little dry"; empty for none. */
  tone: string;
  emoji: (typeof EMOJI_USES)[number];
  length: (typeof TEXT_LENGTHS)[number];
  /** The most tags in a post; null leaves it to the platform. */
  maxTags: number | null;
  /** Words that generated posts avoid. */
  bannedWords: string[];
  /** Absent: `adapt`. */
  wording?: Wording;
}

/** The voice with the most specific wording: that of a call, then of a draft, then its own. */
export function voiceWith(voice: Voice, ...wordings: (Wording | null | undefined)[]): Voice {
  const wording = wordings.find((said) => said != null);
  return wording ? { ...voice, wording } : voice;
}

export const PLAIN_VOICE: Voice = { tone: '', emoji: 'free', length: 'medium', maxTags: null, bannedWords: [] };

/** The default validity of approvals: 14 days. */
export const DEFAULT_APPROVAL_HOURS = 336;

/** The default delay until the next person is asked, if they are asked in turn. */
export const DEFAULT_TURN_HOURS = 4;

/** Who decides in a stage. `clients`: the recipients of the draft's client links. */
export const STAGE_DECIDERS = ['owners', 'owners_and_approvers', 'people', 'clients'] as const;
export type StageDeciders = (typeof STAGE_DECIDERS)[number];

/** One of the steps in which something is approved, in the policy's order. */
export interface Stage {
  /** For example "Editor", "Legal", "Client". */
  name: string;
  who: StageDeciders;
  /** Members, if `who` is `people`. */
  userIds: string[];
  /** How many different ones must approve; all clients count as one. */
  required: number;
  /** Only content for one of these; empty for any. */
  platforms: string[];
  /** Only content created by one of these agents; empty for any author. */
  agentIds: string[];
}

/** A stage as part of an approval. */
export interface ApprovalStage extends Stage {
  /**
   * Derived from its deciders, not its name: the same people under another name are the same stage. Decisions refer
   * to it.
   */
  key: string;
}

/** The stage's key, derived from its deciders. */
export function stageKey({ who, userIds }: Pick<Stage, 'who' | 'userIds'>): string {
  return who === 'people' ? userIds.toSorted().join(' ') : who;
}
