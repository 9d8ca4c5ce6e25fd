import { joined, type LocalizedMessage, LocalTime, say } from '../../languages/sentence.ts';
import { block, type GateVerdict, pass, wait } from './gate.ts';
import type { GateSnapshot, TargetSnapshot } from './gate-snapshot.ts';
import { dueAt } from './schedule-gate.ts';

const REMEDY = {
  publication: 'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.',
  autoposting: 'An owner of the account asks for an API autoposting top-up (125 autopostings).',
} as const;

/** The part of a snapshot that this gate uses. */
interface CreditFacts extends Pick<GateSnapshot, 'credits' | 'now' | 'scheduledAt' | 'timeZone' | 'quietHours'> {
  targets: readonly Pick<TargetSnapshot, 'platform' | 'platformLabel'>[];
}

/** The credits of publications without a reservation, within the balance and the workspace's monthly budget. */
export function creditsGate(snapshot: CreditFacts): GateVerdict {
  const { unit, required, available, posts } = snapshot.credits;
  const needed = neededBy(snapshot);
  if (required === 0 && posts.length > 0) return pass('no_credits_needed', 'This uses no credits.');
  if (required === 0) return pass('credits_held', 'The credits are already reserved.');
  if (available < required) return block('insufficient_credits', say`${needed}, ${available} available.`, REMEDY[unit], unit);
  return budgetVerdict(snapshot) ?? pass('credits_available', say`${needed}, ${available} available.`);
}

/** The budget's verdict; null without a budget. A post in a later month counts in that month. */
function budgetVerdict(snapshot: CreditFacts): GateVerdict | null {
  const { required, available, budget } = snapshot.credits;
  if (!budget) return null;
  const { creditsPerMonth, renewsAt } = budget;
  const isLater = dueAt(snapshot) >= renewsAt;
  const used = isLater ? 0 : budget.used;
  const needed = neededBy(snapshot);
  if (required > creditsPerMonth) {
    return block(
      'budget_too_small',
      say`${needed}, and the workspace's budget is ${creditsPerMonth} a month.`,
      'An owner of the account raises the monthly budget under Credits, or a person leaves networks out.',
    );
  }
  if (used + required > creditsPerMonth) {
    return wait(
      'monthly_budget_used',
      say`${needed}, and ${Math.max(0, creditsPerMonth - used)} of ${creditsPerMonth} are left of the workspace's budget for this month.`,
      say`It continues automatically on ${new LocalTime(renewsAt, snapshot.timeZone)}, or as soon as an owner of the account raises the monthly budget under Credits.`,
    );
  }
  const enough = say`${needed}, ${available} available.`;
  if (isLater) return pass('credits_available', enough);
  const left = say`${creditsPerMonth - used} of ${creditsPerMonth} are left of this month's budget.`;
  return pass('credits_available', joined([enough, left]));
}

/** The number of credits, with surcharges: "4 publication credits are needed (surcharge: 2 for X)". */
function neededBy({ credits: { unit, required, posts }, targets }: CreditFacts): LocalizedMessage {
  const surcharged = Map.groupBy(
    posts.filter(({ credits }) => credits > 1),
    ({ platform }) => platform,
  );
  const labelOf = (id: string): string => targets.find(({ platform }) => platform === id)?.platformLabel ?? id;
  const parts = [...surcharged].map(([id, own]) => say`${own.reduce((sum, { credits }) => sum + credits - 1, 0)} for ${labelOf(id)}`);
  if (parts.length === 0) return say`${count(required, unit)} needed`;
  return say`${count(required, unit)} needed (surcharge: ${joined(parts, ', ')})`;
}

/** A quantity with its verb: "2 publication credits are". */
function count(quantity: number, unit: keyof typeof REMEDY): LocalizedMessage {
  if (unit === 'publication') return quantity === 1 ? '1 publication credit is' : say`${quantity} publication credits are`;
  return quantity === 1 ? '1 autoposting credit is' : say`${quantity} autoposting credits are`;
}
