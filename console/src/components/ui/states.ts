import type {
  AccountState,
  ApprovalState,
  ConnectionHealth,
  DraftState,
  GrantState,
  PublicationState,
  PublishJobState,
} from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';

/** The meaning of a colour; always with an icon and a word. */
export type Tone = 'good' | 'wait' | 'bad' | 'busy' | 'quiet';

export interface StateWord {
  word: string;
  tone: Tone;
}

const is = (tone: Tone, word: string): StateWord => ({ word, tone });

export const draftStates: Record<DraftState, StateWord> = say('draftStates', {
  DRAFT: is('quiet', 'Draft'),
  IN_REVIEW: is('wait', 'Waits for approval'),
  CHANGES_REQUESTED: is('wait', 'Changes asked for'),
  APPROVED: is('good', 'Approved'),
  SCHEDULED: is('busy', 'Scheduled'),
  PUBLISHING: is('busy', 'Going out'),
  PUBLISHED: is('good', 'Published'),
  PARTIALLY_PUBLISHED: is('bad', 'Published in part'),
  FAILED: is('bad', 'Failed'),
  REJECTED: is('quiet', 'Rejected'),
  ARCHIVED: is('quiet', 'Archived'),
});

export const approvalStates: Record<ApprovalState, StateWord> = say('approvalStates', {
  PENDING: is('wait', 'Waits for a decision'),
  APPROVED: is('good', 'Approved'),
  REJECTED: is('bad', 'Rejected'),
  CHANGES_REQUESTED: is('wait', 'Changes asked for'),
  EXPIRED: is('quiet', 'Expired'),
  SUPERSEDED: is('quiet', 'Replaced by a newer version'),
});

export const jobStates: Record<PublishJobState, StateWord> = say('jobStates', {
  BLOCKED: is('wait', 'Held back'),
  READY: is('busy', 'Scheduled'),
  QUEUED: is('busy', 'In the queue'),
  PUBLISHING: is('busy', 'Going out'),
  PUBLISHED: is('good', 'Published'),
  PARTIALLY_PUBLISHED: is('bad', 'Published in part'),
  FAILED: is('bad', 'Failed'),
  CANCELLED: is('quiet', 'Cancelled'),
});

/** A job's state in the most telling word: what it waits for, or that its outcome is unknown. */
export function jobState(job: {
  state: PublishJobState;
  approvalState: string;
  publications: readonly { state: PublicationState }[];
}): StateWord {
  if (job.publications.some(({ state }) => state === 'UNKNOWN')) return publicationStates.UNKNOWN;
  if (job.state === 'BLOCKED' && job.approvalState === 'pending') return draftStates.IN_REVIEW;
  return jobStates[job.state];
}

export const publicationStates: Record<PublicationState, StateWord> = say('publicationStates', {
  PENDING: is('quiet', 'Not sent yet'),
  LEASED: is('busy', 'About to be sent'),
  SENT: is('busy', 'Being sent'),
  PUBLISHED: is('good', 'Published'),
  FAILED: is('bad', 'Failed'),
  UNKNOWN: is('wait', 'Outcome not known'),
  CANCELLED: is('quiet', 'Cancelled'),
});

/** Held by its own account or content, while the others are published. */
export const heldPublication: Record<'HELD', StateWord> = say('heldPublication', { HELD: is('wait', 'Held') });

export const connectionHealth: Record<ConnectionHealth, StateWord> = say('connectionHealth', {
  HEALTHY: is('good', 'Working'),
  FAILING: is('bad', 'Failing'),
  REVOKED: is('bad', 'Has to be connected again'),
});

export const grantStates: Record<GrantState, StateWord> = say('grantStates', {
  PENDING: is('wait', 'Not active yet'),
  ACTIVE: is('good', 'Active'),
  REVOKED: is('quiet', 'Revoked'),
  EXPIRED: is('quiet', 'Expired'),
});

export const accountStates: Record<AccountState, StateWord> = say('accountStates', {
  PENDING: is('wait', 'Waits for approval'),
  APPROVED: is('good', 'Approved'),
  SUSPENDED: is('bad', 'Suspended'),
});
