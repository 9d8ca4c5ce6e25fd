import type { ContentEditsInput, DecisionKind, GivenSignatureInput } from '../../../gql/graphql.ts';
import { ApiError, asApiError } from '../../../lib/http/api-error.ts';
import { sendingTexts as texts } from '../sending-texts.ts';

/** How long a decision can be undone before it is sent. */
export const UNDO_MS = 5_000;
/** A timer this late means that the machine slept, so the decision may no longer be intended. */
export const TOO_LATE_MS = 20_000;
/** How soon a held decision is tried again while the browser reports a connection. */
export const AGAIN_MS = 10_000;

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

/** A decision that waits for the connection. */
export interface Held {
  decision: Decision;
  /** A request without a response: it may have arrived. */
  wasSent: boolean;
}

/** What the desk needs to know of the connection and the server. */
export interface Line {
  isUp(): boolean;
  /** Calls the listener whenever the connection is back. */
  onUp(listener: () => void): void;
  /** Whether the server counted a decision that had no response. Throws `unreachable`. */
  hasArrived(decision: Decision): Promise<boolean>;
  /** Whether the browser's session is another person's by now. Throws `unreachable`. */
  isAnothers(): Promise<boolean>;
}

export interface DeskState {
  /** Each can be undone until its own `sendAt`; newest last. */
  waiting: readonly Waiting[];
  sending: readonly Decision[];
  /** Sent once the connection is back. */
  held: readonly Held[];
  /** Did not take effect; each stays until it is read. */
  failed: readonly { decision: Decision; error: ApiError }[];
  /** Undone or failed decisions, so their text need not be typed again. */
  returned: readonly Decision[];
  /** When the last decision was made; 0 before the first. */
  decidedAt: number;
}

export interface DecisionDesk {
  getState(): DeskState;
  subscribe(listener: () => void): () => void;
  /** Holds the decision for five seconds, then sends it, independently of others. */
  decide(decision: Decision): void;
  /** Cancels the last decision that has not been sent, or the given one, and returns it. */
  undo(approvalId?: string): Decision | null;
  /** Sends everything pending, and what was held if there is a connection; resolves when all responses are there. */
  flush(): Promise<void>;
  /** Empties the desk for another person, and returns what was never confirmed. */
  clear(): Held[];
  /** Holds a decision of a page that was closed without a connection, until there is one. */
  hold(decision: Decision): void;
  /** Reports that a decision of a page that was left never arrived. */
  giveBack(decision: Decision): void;
  dismiss(approvalId: string): void;
}

/**
 * Keeps decisions between the key press and the server. A decision is always in exactly one of the lists or settled,
 * so its outcome can always be shown. Without a connection it is held, and sent when the connection is back;
 * one that may have arrived is looked up first, so it counts once.
 */
export function createDecisionDesk(send: (decision: Decision) => Promise<void>, line: Line): DecisionDesk {
  const { get, set, subscribe } = createState();
  const fuses = new Map<Decision, ReturnType<typeof setTimeout>>();

  const giveBack = (decision: Decision): Pick<DeskState, 'returned'> => ({
    returned: [...withoutApproval(get().returned, decision.approvalId), decision],
  });
  const fail = (decision: Decision, error: ApiError): void =>
    set({ ...listsWithout(get(), decision), failed: [...get().failed, { decision, error }], ...giveBack(decision) });

  /** It is not sent by its own timer any more. */
  const disarm = (decision: Decision): void => {
    clearTimeout(fuses.get(decision));
    fuses.delete(decision);
  };

  const sender = createSender({ get, set }, { send, line, fail });

  const ring = ({ decision, sendAt }: Waiting): void => {
    disarm(decision);
    if (Date.now() - sendAt > TOO_LATE_MS) fail(decision, notSent('page_slept', texts.pageSlept));
    else sender.begin(decision);
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
      const isMeant = (other: { decision: Decision }): boolean => !approvalId || other.decision.approvalId === approvalId;
      const held = get().held.findLast((other) => !other.wasSent && isMeant(other));
      const decision = get().waiting.findLast(isMeant)?.decision ?? held?.decision;
      if (!decision) return null;
      disarm(decision);
      set({ ...listsWithout(get(), decision), ...giveBack(decision), decidedAt: 0 });
      return decision;
    },
    flush: async () => {
      for (const { decision } of get().waiting) {
        disarm(decision);
        sender.begin(decision);
      }
      await sender.settle();
    },
    clear: () => {
      const { waiting, held } = get();
      for (const { decision } of waiting) disarm(decision);
      set({ waiting: [], held: [], failed: [], returned: [], decidedAt: 0 });
      return [...waiting.map(({ decision }) => ({ decision, wasSent: false })), ...held];
    },
    hold: (decision) => {
      if (!isDeciding(get(), decision.approvalId)) sender.begin(decision);
    },
    giveBack: (decision) => fail(decision, notSent('page_left', texts.pageLeft)),
    dismiss: (approvalId) => set({ failed: get().failed.filter(({ decision }) => decision.approvalId !== approvalId) }),
  };
}

interface Sending {
  send: (decision: Decision) => Promise<void>;
  line: Line;
  fail: (decision: Decision, error: ApiError) => void;
}

/** Sends decisions, and holds those without a connection. */
function createSender({ get, set }: Pick<ReturnType<typeof createState>, 'get' | 'set'>, { send, line, fail }: Sending) {
  const inFlight = new Set<Promise<void>>();
  let again: ReturnType<typeof setTimeout> | undefined;

  const hold = (held: Held): void => {
    const { waiting, held: others } = listsWithout(get(), held.decision);
    set({ waiting, held: [...others, held] });
    again ??= setTimeout(resume, AGAIN_MS);
  };

  let resuming: Promise<void> | undefined;
  const resume = (): Promise<void> => {
    resuming ??= startHeld().finally(() => {
      resuming = undefined;
      if (get().held.length > 0) again ??= setTimeout(resume, AGAIN_MS);
    });
    return resuming;
  };
  line.onUp(resume);

  const startHeld = async (): Promise<void> => {
    clearTimeout(again);
    again = undefined;
    if (!line.isUp() || get().held.length === 0) return;
    // The session may have changed hands meanwhile. Until that is known they are held, and can be undone.
    const isAnothers = await line.isAnothers().catch(() => null);
    if (isAnothers === null) return;
    for (const held of get().held) {
      if (isAnothers) fail(held.decision, notSent('signed_out', texts.signedOut));
      else start(held);
    }
  };

  const start = ({ decision, wasSent }: Held): void => {
    set({ ...listsWithout(get(), decision), sending: [...get().sending, decision] });
    const run = deliver(decision, wasSent)
      .catch((thrown: unknown) => {
        const error = asApiError(thrown);
        if (error.code === 'unreachable') hold({ decision, wasSent: true });
        else fail(decision, error);
      })
      .finally(() => {
        inFlight.delete(run);
        set({ sending: get().sending.filter((other) => other !== decision) });
      });
    inFlight.add(run);
  };

  const deliver = async (decision: Decision, wasSent: boolean): Promise<void> => {
    if (!wasSent || !(await line.hasArrived(decision))) await send(decision);
  };

  return {
    /** Sends a decision that has never been sent, or holds it without a connection. */
    begin: (decision: Decision): void => {
      const held = { decision, wasSent: false };
      if (line.isUp()) start(held);
      else hold(held);
    },
    /** Sends what was held if there is a connection, and resolves when every request has its response. */
    settle: async () => {
      await resume();
      await Promise.all(inFlight);
    },
  };
}

/** The lists that a decision leaves for another, in one change: in between it would be in none, and a closed page would lose it. */
function listsWithout({ waiting, held }: DeskState, decision: Decision): Pick<DeskState, 'waiting' | 'held'> {
  const isOther = (other: { decision: Decision }): boolean => other.decision !== decision;
  return { waiting: waiting.filter(isOther), held: held.filter(isOther) };
}

function createState() {
  let state: DeskState = { waiting: [], sending: [], held: [], failed: [], returned: [], decidedAt: 0 };
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

/** Whether a decision on the approval waits, is held or is on its way. */
export function isDeciding(state: DeskState, approvalId: string): boolean {
  const { waiting, held, sending } = state;
  return [...[...waiting, ...held].map(({ decision }) => decision), ...sending].some((decision) => decision.approvalId === approvalId);
}

/** An undone or failed decision on this approval. */
export function returnedOf(state: DeskState, approvalId: string): Decision | undefined {
  return state.returned.find((decision) => decision.approvalId === approvalId);
}

function withoutApproval(decisions: readonly Decision[], approvalId: string): Decision[] {
  return decisions.filter((decision) => decision.approvalId !== approvalId);
}

function notSent(code: 'page_slept' | 'page_left' | 'signed_out', words: { message: string; remedy: string }): ApiError {
  return new ApiError({ code, ...words, status: 0 });
}
