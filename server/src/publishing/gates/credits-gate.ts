import { joined, Moment, say, type Words } from '../../languages/sentence.ts';
import { dueAt } from './due-at.ts';
import { block, pass, type Verdict, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

const REMEDY = {
  publication: 'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.',
  autoposting: 'An owner of the account asks for an API autoposting top-up (125 autopostings).',
} as const;

/** What of a snapshot this gate looks at. */
type CreditFacts = Pick<GateSnapshot, 'credits' | 'now' | 'scheduledAt' | 'timeZone' | 'quietHours'>;

/** One credit for each publication that has not set one aside yet, and no more in a month than the workspace's budget. */
export function creditsGate(snapshot: CreditFacts): Verdict {
  const { unit, required, available } = snapshot.credits;
  if (required === 0) return pass('credits_held', 'The credits are set aside already.');
  if (available < required)
    return block('insufficient_credits', say`${count(required, unit)} needed, ${available} available.`, REMEDY[unit], unit);
  return budgetVerdict(snapshot) ?? pass('credits_available', say`${count(required, unit)} needed, ${available} available.`);
}

/** What the budget says; null where an owner has set none. What goes out in a later month is that month's. */
function budgetVerdict(snapshot: CreditFacts): Verdict | null {
  const { unit, required, available, budget } = snapshot.credits;
  if (!budget) return null;
  const { creditsPerMonth, renewsAt } = budget;
  const isLater = dueAt(snapshot) >= renewsAt;
  const used = isLater ? 0 : budget.used;
  const needed = say`${count(required, unit)} needed`;
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
      say`It goes on by itself on ${new Moment(renewsAt, snapshot.timeZone)}, or as soon as an owner of the account raises the monthly budget under Credits.`,
    );
  }
  const enough = say`${needed}, ${available} available.`;
  if (isLater) return pass('credits_available', enough);
  const left = say`${creditsPerMonth - used} of ${creditsPerMonth} are left of this month's budget.`;
  return pass('credits_available', joined([enough, left]));
}

/** With the verb that goes with it: "2 publication credits are". */
function count(quantity: number, unit: keyof typeof REMEDY): Words {
  if (unit === 'publication') return quantity === 1 ? '1 publication credit is' : say`${quantity} publication credits are`;
  return quantity === 1 ? '1 autoposting credit is' : say`${quantity} autoposting credits are`;
}
