import { plural } from '../../../components/texts.ts';
import type { DecisionKind } from '../../../gql/graphql.ts';
import { say } from '../../../lib/catalogue.ts';

/** Texts about several approvals at once. */
export const bulkTexts = say('bulk', {
  bar: 'Several at once',
  tick: (title: string): string => `Select “${title}”`,
  selected: (count: number): string => `${count} selected`,
  verbs: { APPROVED: 'Approve', CHANGES_REQUESTED: 'Request changes', REJECTED: 'Reject' } satisfies Record<DecisionKind, string>,
  clear: 'Select none',
  ask: {
    APPROVED: (count: number): string => `Approve ${plural(count, 'post')}`,
    CHANGES_REQUESTED: (count: number): string => `Request changes to ${plural(count, 'post')}`,
    REJECTED: (count: number): string => `Reject ${plural(count, 'post')}`,
  } satisfies Record<DecisionKind, (count: number) => string>,
  comment: 'Comment for the author, the same for all',
  commentNeeded: 'What should change, the same for all',
  atOnce: 'This is sent at once; it cannot be undone. What has changed meanwhile is left out.',
  notKnown: 'Whether your decisions arrived is not known',
  done: {
    APPROVED: (done: number, of: number): string => `${done} of ${of} approved.`,
    CHANGES_REQUESTED: (done: number, of: number): string => `Changes requested in ${done} of ${of}.`,
    REJECTED: (done: number, of: number): string => `${done} of ${of} rejected.`,
  } satisfies Record<DecisionKind, (done: number, of: number) => string>,
} as const);
