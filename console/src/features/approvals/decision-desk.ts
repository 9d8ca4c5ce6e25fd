import type { ContentEditsInput, DecisionKind } from '../../gql/graphql.ts';
import { ApiError, asApiError } from '../../lib/api-error.ts';
import { texts } from './texts.ts';

/** How long a decision can be taken back before it is sent. */
export const UNDO_MS = 5_000;
/** A timer that comes this late means that the machine slept: what was meant then may not be meant now. */
export const TOO_LATE_MS = 20_000;

/** A person's word on exactly what they saw. */
export interface Decision {
  approvalId: string;
  /** The hash of the content that was on the screen. */
  contentHash: string;
  decision: DecisionKind;
  comment: string | null;
  /** With an approval: what the person changed, and the hash of what the server showed them that it makes. */
  edits?: ContentEditsInput;
  editedHash?: string;
  /** The draft's, to name it in what is said about the decision. */
  title: string;
}

export interface DeskState {
  /** Can still be undone, until `sendAt`. */
  waiting: { decision: Decision; sendAt: number } | null;
  sending: readonly Decision[];
  /** Did not take effect; each stays until it is read. */
  failed: readonly { decision: Decision; error: ApiError }[];
  /** The last one that was undone or did not count: its comment need not be typed again. */
  returned: Decision | null;
}

export interface DecisionDesk {
  getState(): DeskState;
  subscribe(listener: () => void): () => void;
  /** Holds the decision for five seconds, then sends it. One that still waits is sent at once. */
  decide(decision: Decision): void;
  /** Drops the waiting decision and gives it back; nothing is sent. */
  undo(): Decision | null;
  /** Gives the waiting decision up because the page is left, and says so to whoever comes back to it. */
  leave(): void;
  /** Sends the waiting decision now; resolves when everything on its way has an answer. */
  flush(): Promise<void>;
  dismiss(approvalId: string): void;
}

/**
 * Keeps decisions between the key press and the server. At any moment a decision is in exactly one
 * of the three lists or settled, so that the screen can always say what became of it.
 */
export function createDecisionDesk(send: (decision: Decision) => Promise<void>): DecisionDesk {
  let state: DeskState = { waiting: null, sending: [], failed: [], returned: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inFlight = new Set<Promise<void>>();
  const listeners = new Set<() => void>();

  const set = (change: Partial<DeskState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const fail = (decision: Decision, error: ApiError): void => set({ failed: [...state.failed, { decision, error }], returned: decision });

  const takeWaiting = (): Decision | null => {
    clearTimeout(timer);
    const decision = state.waiting?.decision ?? null;
    if (decision) set({ waiting: null });
    return decision;
  };

  const start = (decision: Decision): void => {
    set({ sending: [...state.sending, decision] });
    const run = send(decision)
      .catch((error: unknown) => fail(decision, asApiError(error)))
      .finally(() => {
        inFlight.delete(run);
        set({ sending: state.sending.filter((other) => other !== decision) });
      });
    inFlight.add(run);
  };

  const ring = (): void => {
    const sendAt = state.waiting?.sendAt ?? 0;
    const decision = takeWaiting();
    if (!decision) return;
    if (Date.now() - sendAt > TOO_LATE_MS) fail(decision, notSent('page_slept', texts.pageSlept));
    else start(decision);
  };

  const sendWaiting = (): void => {
    const decision = takeWaiting();
    if (decision) start(decision);
  };

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    decide: (decision) => {
      sendWaiting();
      set({ waiting: { decision, sendAt: Date.now() + UNDO_MS }, failed: withoutApproval(state.failed, decision.approvalId) });
      timer = setTimeout(ring, UNDO_MS);
    },
    undo: () => {
      const decision = takeWaiting();
      if (decision) set({ returned: decision });
      return decision;
    },
    leave: () => {
      const decision = takeWaiting();
      if (decision) fail(decision, notSent('page_left', texts.pageLeft));
    },
    flush: async () => {
      sendWaiting();
      await Promise.all(inFlight);
    },
    dismiss: (approvalId) => set({ failed: withoutApproval(state.failed, approvalId) }),
  };
}

/** Whether a decision on the approval waits or is on its way. */
export function isDeciding(state: DeskState, approvalId: string): boolean {
  return state.waiting?.decision.approvalId === approvalId || state.sending.some((decision) => decision.approvalId === approvalId);
}

function withoutApproval(failed: DeskState['failed'], approvalId: string): DeskState['failed'] {
  return failed.filter(({ decision }) => decision.approvalId !== approvalId);
}

function notSent(code: 'page_slept' | 'page_left', words: { message: string; remedy: string }): ApiError {
  return new ApiError({ code, ...words, status: 0 });
}
