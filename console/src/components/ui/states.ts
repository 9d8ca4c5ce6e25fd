import type {
  AccountState,
  ApprovalState,
  ConnectionHealth,
  DraftState,
  GrantState,
  PublicationState,
  PublishJobState,
  RetractionState,
} from '../../gql/graphql.ts';
import { texts } from '../../messages/en/states.ts';

/** The meaning of a colour; always with an icon and a word. */
export type Tone = 'good' | 'wait' | 'bad' | 'busy' | 'quiet';

export interface StateWord {
  word: string;
  tone: Tone;
}

/** Each state's word, in the reader's language, with its tone. */
function toned<State extends string>(words: Record<State, string>, tones: Record<State, Tone>): Record<State, StateWord> {
  const states = Object.keys(tones) as State[];
  return Object.fromEntries(states.map((state) => [state, { word: words[state], tone: tones[state] }])) as Record<State, StateWord>;
}

export const draftStates = toned<DraftState>(texts.draft, {
  DRAFT: 'quiet',
  IN_REVIEW: 'wait',
  CHANGES_REQUESTED: 'wait',
  APPROVED: 'good',
  SCHEDULED: 'busy',
  PUBLISHING: 'busy',
  PUBLISHED: 'good',
  PARTIALLY_PUBLISHED: 'bad',
  FAILED: 'bad',
  REJECTED: 'quiet',
  ARCHIVED: 'quiet',
});

export const approvalStates = toned<ApprovalState>(texts.approval, {
  PENDING: 'wait',
  APPROVED: 'good',
  REJECTED: 'bad',
  CHANGES_REQUESTED: 'wait',
  EXPIRED: 'quiet',
  SUPERSEDED: 'quiet',
});

export const jobStates = toned<PublishJobState>(texts.job, {
  BLOCKED: 'wait',
  READY: 'busy',
  QUEUED: 'busy',
  PUBLISHING: 'busy',
  PUBLISHED: 'good',
  PARTIALLY_PUBLISHED: 'bad',
  FAILED: 'bad',
  CANCELLED: 'quiet',
});

export interface Removable {
  retraction: { state: RetractionState; isPostGone: boolean } | null;
}

const removed: StateWord = { word: texts.removal.REMOVED, tone: 'quiet' };

/** A draft's state, or that its published posts were removed. */
export const draftState = ({ state, isRemoved }: { state: DraftState; isRemoved: boolean }): StateWord =>
  isRemoved ? removed : draftStates[state];

/** What became of a published post that is being removed, or was; null for one that is still there. */
export function removalState({ retraction }: Removable): StateWord | null {
  if (retraction?.state === 'SIGNED') return { word: texts.removal.SIGNED, tone: 'busy' };
  return retraction?.isPostGone ? removed : null;
}

export const publicationStates = toned<PublicationState>(texts.publication, {
  PENDING: 'quiet',
  LEASED: 'busy',
  SENT: 'busy',
  PUBLISHED: 'good',
  FAILED: 'bad',
  UNKNOWN: 'wait',
  CANCELLED: 'quiet',
});

export const connectionHealth = toned<ConnectionHealth>(texts.connection, {
  HEALTHY: 'good',
  FAILING: 'bad',
  REVOKED: 'bad',
});

export const grantStates = toned<GrantState>(texts.grant, {
  PENDING: 'wait',
  ACTIVE: 'good',
  REVOKED: 'quiet',
  EXPIRED: 'quiet',
});

export const accountStates = toned<AccountState>(texts.account, {
  PENDING: 'wait',
  APPROVED: 'good',
  SUSPENDED: 'bad',
});
