import { type Deviation, matches } from '../../approvals/standing/matches.ts';
import type { TargetTemplate } from '../../approvals/standing/template.ts';
import { DAY_MS, type Decided } from './history.ts';

/** The approval to be signed. */
export interface Mandate {
  agentId: string;
  template: readonly TargetTemplate[];
  perDay: number;
  credits: number;
  /** For how long. */
  days: number;
}

export interface Replayed {
  decided: Decided;
  /** Whether it would have been published without a review. */
  isLetThrough: boolean;
  /** Everything that would have been in its way. */
  reasons: Deviation[];
}

/**
 * Replays past decisions as if this had been signed as many days ago as it is to last: by the same rule, in order,
 * counting the limits. Pure.
 */
export function replay(mandate: Mandate, history: readonly Decided[], now: Date): Replayed[] {
  const since = new Date(now.getTime() - mandate.days * DAY_MS);
  const terms = { ...mandate, endsAt: new Date(now.getTime() + 1), suspension: null };
  const perDay = new Map<string, number>();
  let creditsUsed = 0;
  return history
    .filter(({ askedAt }) => askedAt >= since)
    .map((decided) => {
      const { askedAt, day, creditsNeeded } = decided;
      const usedThatDay = perDay.get(day) ?? 0;
      const match = matches(terms, { ...decided, now: askedAt, isStopped: false, usedThatDay, creditsUsed });
      if (!match.allowed) return { decided, isLetThrough: false, reasons: match.reasons };
      perDay.set(day, usedThatDay + 1);
      creditsUsed += creditsNeeded;
      return { decided, isLetThrough: true, reasons: [] };
    });
}
