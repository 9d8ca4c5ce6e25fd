import type { DecisionKind } from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const decidedOn = { APPROVED: 'Approved', REJECTED: 'Rejected', CHANGES_REQUESTED: 'Requested changes to' } satisfies Record<
  DecisionKind,
  string
>;
const decidedMany = { APPROVED: 'approved', REJECTED: 'rejected', CHANGES_REQUESTED: 'sent back' } satisfies Record<DecisionKind, string>;

/** Texts between a decision and the server's response. */
export const sendingTexts = say('sending', {
  done: {
    APPROVED: (title: string): string => `Approved: “${title}”`,
    REJECTED: (title: string): string => `Rejected: “${title}”. Nothing has been sent.`,
    CHANGES_REQUESTED: (title: string): string => `Changes requested: “${title}”. Nothing has been sent.`,
  } satisfies Record<DecisionKind, (title: string) => string>,
  undo: {
    button: 'Undo',
    what: (made: readonly { decision: DecisionKind; title: string }[]): string => {
      const [first] = made;
      if (first && made.length === 1) return `${decidedOn[first.decision]} “${first.title}”`;
      const isOneKind = new Set(made.map(({ decision }) => decision)).size === 1;
      return `${made.length} ${first && isOneKind ? decidedMany[first.decision] : 'decided'}`;
    },
    how: `Undo with U or ${isMac ? '⌘Z' : 'Ctrl+Z'}.`,
  },
  sendNow: 'Send now',
  sending: 'Sending your decision…',
  // The action comes first: long titles are truncated.
  failed: {
    APPROVED: 'Not approved',
    REJECTED: 'Not rejected',
    CHANGES_REQUESTED: 'Changes not requested',
  } satisfies Record<DecisionKind, string>,
  held: 'No connection. It is sent as soon as you are online again.',
  pageSlept: {
    message: 'The page was asleep when the decision should have been sent, so it was not sent.',
    remedy: 'Open again and decide.',
  },
  pageLeft: {
    message: 'The page was left, and your decision did not arrive.',
    remedy: 'Open again and decide.',
  },
  look: 'Look again',
  close: 'Close',
} as const);
