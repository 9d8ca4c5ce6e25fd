import type { ContentEditsInput, DecisionKind, GivenSignatureInput } from '../../../gql/graphql.ts';
import { ApiError, asApiError } from '../../../lib/http/api-error.ts';
import { sendingTexts as texts } from '../sending-texts.ts';

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
  /** Of an approval that the person's passkey has signed. */
  signature?: GivenSignatureInput;
  /** The draft's, to name it in what is said about the decision. */
  title: string;
}

/** A decision that can still be taken back. */
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
  /** Undone, or did not count: what was typed for them need not be typed again. */
  returned: readonly Decision[];
  /** When the last decision was made; 0 before the first. */
  decidedAt: number;
}

export interface DecisionDesk {
  getState(): DeskState;
  subscribe(listener: () => void): () => void;
  /** Holds the decision for five seconds, then sends it, whatever else is decided meanwhile. */
  decide(decision: Decision): void;
  /** Drops the decision made last that still waits, or the named one, and gives it back; nothing is sent. */
  undo(approvalId?: string): Decision | null;
  /** Sends everything that waits now; resolves when everything on its way has an answer. */
  flush(): Promise<void>;
  /** Says of a decision that went with a page that was left that it never arrived. */
  giveBack(decision: Decision): void;
  dismiss(approvalId: string): void;
}

/**
 * Keeps decisions between the key press and the server. At any moment a decision is in exactly one
 * of the three lists or settled, so that the screen can always say what became of it.
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

/** What came back of a decision on this approval. */
export function returnedOf(state: DeskState, approvalId: string): Decision | undefined {
  return state.returned.find((decision) => decision.approvalId === approvalId);
}

function withoutApproval(decisions: readonly Decision[], approvalId: string): Decision[] {
  return decisions.filter((decision) => decision.approvalId !== approvalId);
}

function notSent(code: 'page_slept' | 'page_left', words: { message: string; remedy: string }): ApiError {
  return new ApiError({ code, ...words, status: 0 });
}
