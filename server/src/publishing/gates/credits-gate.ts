import { block, pass, type Verdict } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

const REMEDY = {
  publication: 'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.',
  autoposting: 'An owner of the account asks for an API autoposting top-up (125 autopostings).',
} as const;

/** One credit for each publication that has not set one aside yet. */
export function creditsGate({ credits: { unit, required, available } }: GateSnapshot): Verdict {
  if (required === 0) return pass('credits_held', 'The credits are set aside already.');
  if (available >= required) return pass('credits_available', `${count(required, unit)} needed, ${available} available.`);
  return block('insufficient_credits', `${count(required, unit)} needed, ${available} available.`, REMEDY[unit], unit);
}

function count(quantity: number, unit: keyof typeof REMEDY): string {
  return quantity === 1 ? `1 ${unit} credit is` : `${quantity} ${unit} credits are`;
}
