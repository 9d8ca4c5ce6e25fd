import type { ContentEditsInput, DecisionKind, GivenSignatureInput } from '../../../gql/graphql.ts';
import { ApiError, asApiError } from '../../../lib/http/api-error.ts';
import { sendingTexts as texts } from '../sending-texts.ts';

/** How long a decision can be undone before it is sent. */
export const UNDO_MS = 5_000;
/** A timer this late means that the machine slept, so the decision may no longer be intended. */
export const TOO_LATE_MS = 20_000;

/** A decision on exactly the displayed content. */
export interface Decision {
  approvalId: string;
  /** The hash of the content that was on the screen. */
  contentHash: string;
  decision: DecisionKind;
  comment: string | null;
  /** With an approval: the edits, and the hash of the previewed result. */
  edits?: ContentEditsInput;
  editedHash?: string;
  /** Of an approval that the person's passkey has signed. */
  signature?: GivenSignatureInput;
  /** The draft's title, for messages about the decision. */
  title: string;
}

/** A decision that can be undone. */
export interface Waiting {
  decision: Decision;
  sendAt: number;
}

export interface DeskState {
  /** Each can be undone until its own `sendAt`; newest last. */
  waiting: readonly Waiting[];
  sending: readonly Decision[];
  /** Did not take effect; each stays until it is read. */
  failed: readonly { decision: Decision; error: ApiError }[];
  /** Undone or failed decisions, so that their text need not be typed again. */
  returned: readonly Decision[];
  /** When the last decision was made; 0 before the first. */
  decidedAt: number;
}

export interface DecisionDesk {
  getState(): DeskState;
  subscribe(listener: () => void): () => void;
  /** Holds the decision for five seconds, then sends it, independently of others. */
  decide(decision: Decision): void;
  /** Cancels the last pending decision, or the given one, and returns it; nothing is sent. */
  undo(approvalId?: string): Decision | null;
  /** Sends everything pending; resolves when all responses are there. */
  flush(): Promise<void>;
  /** Reports that a decision of a page that was left never arrived. */
  giveBack(decision: Decision): void;
  dismiss(approvalId: string): void;
}

/**
 * Keeps decisions between the key press and the server. A decision is always in exactly one of the three lists or
 * settled, so that its outcome can always be shown.
 */
export function createDecisionDesk(send: (decision: Decision) => Promise<void>): DecisionDesk {
  const { get, set, subscribe } = createState();
  const fuses = new Map<Decision, ReturnType<typeof setTimeout>>();
  const inFlight = new Set<Promise<void>>();

  const giveBack = (decision: Decision): Pick<DeskState, 'returned'> => ({
    returned: [...withoutApproval(get().returned, decision.approvalId), decision],
  });
  const fail = (decision: Decision, error: ApiError): void =>
    set({ failed: [...get().failed, { decision, error }], ...giveBack(decision) });

  /** Removing a decision from the list claims it, so that it continues only once. */
  const take = (decision: Decision): void => {
    clearTimeout(fuses.get(decision));
    fuses.delete(decision);
    set({ waiting: get().waiting.filter((other) => other.decision !== decision) });
  };

  const start = (decision: Decision): void => {
    set({ sending: [...get().sending, decision] });
    const run = send(decision)
      .catch((error: unknown) => fail(decision, asApiError(error)))
      .finally(() => {
        inFlight.delete(run);
        set({ sending: get().sending.filter((other) => other !== decision) });
      });
    inFlight.add(run);
  };

  const ring = ({ decision, sendAt }: Waiting): void => {
    take(decision);
    if (Date.now() - sendAt > TOO_LATE_MS) fail(decision, notSent('page_slept', texts.pageSlept));
    else start(decision);
  };

  return {
    getState: get,
    subscribe,
    decide: (decision) => {
      if (isDeciding(get(), decision.approvalId)) return;
      const waiting = { decision, sendAt: Date.now() + UNDO_MS };
      set({
        waiting: [...get().waiting, waiting],
        failed: get().failed.filter((failure) => failure.decision.approvalId !== decision.approvalId),
        returned: withoutApproval(get().returned, decision.approvalId),
        decidedAt: Date.now(),
      });
      fuses.set(decision, setTimeout(ring, UNDO_MS, waiting));
    },
    undo: (approvalId) => {
      const decision = get().waiting.findLast((other) => !approvalId || other.decision.approvalId === approvalId)?.decision;
      if (!decision) return null;
      take(decision);
      set({ ...giveBack(decision), decidedAt: 0 });
      return decision;
    },
    flush: async () => {
      for (const { decision } of get().waiting) {
        take(decision);
        start(decision);
      }
      await Promise.all(inFlight);
    },
    giveBack: (decision) => fail(decision, notSent('page_left', texts.pageLeft)),
    dismiss: (approvalId) => set({ failed: get().failed.filter(({ decision }) => decision.approvalId !== approvalId) }),
  };
}

function createState() {
  let state: DeskState = { waiting: [], sending: [], failed: [], returned: [], decidedAt: 0 };
  const listeners = new Set<() => void>();
  return {
    get: (): DeskState => state,
    set: (change: Partial<DeskState>): void => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether a decision on the approval waits or is on its way. */
export function isDeciding(state: DeskState, approvalId: string): boolean {
  return (
    state.waiting.some(({ decision }) => decision.approvalId === approvalId) ||
    state.sending.some((decision) => decision.approvalId === approvalId)
  );
}

/** An undone or failed decision on this approval. */
export function returnedOf(state: DeskState, approvalId: string): Decision | undefined {
  return state.returned.find((decision) => decision.approvalId === approvalId);
}

function withoutApproval(decisions: readonly Decision[], approvalId: string): Decision[] {
  return decisions.filter((decision) => decision.approvalId !== approvalId);
}

function notSent(code: 'page_slept' | 'page_left', words: { message: string; remedy: string }): ApiError {
  return new ApiError({ code, ...words, status: 0 });
}
