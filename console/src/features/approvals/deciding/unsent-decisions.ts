import { type ApprovalState, BecameOfDecisionDocument, type BecameOfDecisionQuery } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { readLeft, writeLeft } from '../../../lib/left-decisions.ts';
import type { Decision, DecisionDesk, DeskState, Held } from './decision-desk.ts';

/** A request sent by the previous page may still be in flight. */
const LOOK_AFTER_MS = [500, 2_000, 4_000, 6_000] as const;

/** A decision without a response when its page was left. */
interface LeftDecision {
  /** The page where it was made. */
  pageId: string;
  personId: string;
  decision: Decision;
  /** When the page was closed without a connection, so the decision was never sent. */
  heldAt?: number;
}

/** Older ones are given back: the person may have changed their mind. */
const HELD_FOR_MS = 24 * 60 * 60_000;

const pageId = Math.random().toString(36).slice(2);

/**
 * Stores decisions without a response on this device while the page is away: a page that is closed or killed while
 * sending could otherwise never report that one did not arrive.
 */
export function keepWhileAway(desk: DecisionDesk, personId: () => string | undefined): () => void {
  let isAway = false;
  let isClosed = false;
  const heldSince = (decision: Decision): Pick<LeftDecision, 'heldAt'> => {
    const isHeld = desk.getState().held.some((held) => held.decision === decision && !held.wasSent);
    return isClosed && isHeld && !decision.signature ? { heldAt: Date.now() } : {};
  };
  const keep = (): void => {
    const owner = personId();
    const open = isAway && owner ? withoutAnswer(desk.getState()) : [];
    const others = readLeft<LeftDecision>().filter((left) => left.pageId !== pageId);
    writeLeft([
      ...others,
      ...open.map((decision) => ({ pageId, personId: owner ?? '', ...heldSince(decision), decision: withoutSignature(decision) })),
    ]);
  };
  const go = (): void => {
    isAway = true;
    keep();
  };
  const comeBack = (): void => {
    isAway = false;
    isClosed = false;
    keep();
  };
  // A phone may end a page that is in the background without another word to it.
  const turn = (): void => (document.visibilityState === 'hidden' ? go() : comeBack());
  const leave = (): void => {
    isClosed = true;
    go();
    void desk.flush();
  };
  const stop = desk.subscribe(() => isAway && keep());
  document.addEventListener('visibilitychange', turn);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', turn);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', comeBack);
  };
}

/** Without duplicates, even while one moves between lists. Failures on leaving the page are no longer visible here. */
function withoutAnswer({ waiting, sending, held, failed }: DeskState): Decision[] {
  const lost = failed.filter(({ error }) => error.isTransient);
  return [...new Set([...[...waiting, ...held, ...lost].map(({ decision }) => decision), ...sending])];
}

/** A signature is never kept: a signed decision is given back, to be signed again. */
function withoutSignature({ signature: _signature, ...decision }: Decision): Decision {
  return decision;
}

/** Keeps what a person decided on this page, which another person has now, until they are back. */
export function keepForOwner(personId: string, open: readonly Held[]): void {
  const kept = open.map(({ decision, wasSent }) => ({
    pageId: `${pageId}/${personId}`,
    personId,
    ...(wasSent || decision.signature ? {} : { heldAt: Date.now() }),
    decision: withoutSignature(decision),
  }));
  writeLeft([...readLeft(), ...kept]);
}

/** A decision that another page took with it, and whether it only waits for a connection. */
export interface Left {
  decision: Decision;
  isHeld: boolean;
}

/**
 * Calls `settle` with each of the person's decisions that other pages took with them, until its promise ends. Of several
 * tabs that are restored together, one has a decision at a time: the next looks again, and has it only if it is still
 * there. Without a secure context there are no locks.
 */
export function settleLeft(personId: string, settle: (left: Left) => Promise<void>): void {
  for (const { decision } of unsentDecisions(personId)) {
    const { approvalId } = decision;
    const settleNow = async (): Promise<void> => {
      const left = unsentDecisions(personId).find((each) => each.decision.approvalId === approvalId);
      if (left) await settle(left);
    };
    void (navigator.locks ? navigator.locks.request(`countersign-left-decisions/${approvalId}`, settleNow) : settleNow());
  }
}

function unsentDecisions(personId: string): Left[] {
  const left = readLeft<LeftDecision>().filter((each) => each.personId === personId && each.pageId !== pageId);
  // Two pages may have kept the same one: it counts as sent if either sent it.
  return [...Map.groupBy(left, ({ decision }) => decision.approvalId).values()].flatMap((same) => {
    const isHeld = same.every(({ heldAt = 0 }) => Date.now() - heldAt < HELD_FOR_MS);
    return same.slice(-1).map(({ decision }) => ({ decision, isHeld }));
  });
}

/** It is on its way: a later page looks it up, and does not send it again. */
export function markSent({ approvalId }: Decision): void {
  writeLeft(readLeft<LeftDecision>().map((left) => (left.decision.approvalId === approvalId ? { ...left, heldAt: 0 } : left)));
}

/** Its outcome is known now. */
export function forgetLeft({ approvalId }: Decision): void {
  writeLeft(readLeft<LeftDecision>().filter((left) => left.pageId === pageId || left.decision.approvalId !== approvalId));
}

/** Asks the server whether a decision arrived. It is never sent again automatically. */
export async function hasArrived(decision: Decision): Promise<boolean> {
  for (const delay of LOOK_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const { approval } = await runDocument(BecameOfDecisionDocument, { id: decision.approvalId });
    if (isCounted(approval, decision)) return true;
    // It is no longer open, and this decision is not what settled it.
    if (approval?.state !== ('PENDING' satisfies ApprovalState)) return false;
  }
  return false;
}

function isCounted(approval: BecameOfDecisionQuery['approval'], { decision, editedHash }: Decision): boolean {
  if (!approval) return false;
  // An approval with edits belongs to the new request, not to this one.
  if (editedHash && approval.draft.approval?.contentHash === editedHash) return true;
  return approval.decisions.some((made) => made.isOwn && made.decision === decision);
}
