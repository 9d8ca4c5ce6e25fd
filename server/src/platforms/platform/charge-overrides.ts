import type { PlatformCharge } from './charges.ts';

/** The operator's own figure for a charge: by a contract, or after a change. */
export interface ChargeOverride {
  platform: string;
  charge: PlatformCharge['per'];
  usd: number;
  /** The source of the figure. */
  source?: string;
}

const KEYS = ['platform', 'charge', 'usd', 'source'];
const KINDS: readonly PlatformCharge['per'][] = ['post', 'post_with_link'];

/** Parses one entry with a `charge`; throws a message that starts with the entry's location. */
export function readChargeOverride(entry: Record<string, unknown>, at: string): ChargeOverride {
  const unknown = Object.keys(entry).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new Error(`${at} has an unknown "${unknown}"; with a "charge" it takes ${KEYS.join(', ')}.`);
  const { platform, usd, source } = entry;
  const charge = KINDS.find((kind) => kind === entry.charge);
  if (typeof platform !== 'string' || !charge) throw new Error(`${at} needs a "platform" and a "charge" (${KINDS.join(', ')}).`);
  if (typeof usd !== 'number' || !(usd >= 0 && usd <= 1_000)) throw new Error(`${at}: "usd" must be a number from 0 to 1000.`);
  return { platform, charge, usd, ...(typeof source === 'string' && { source }) };
}

/** The known charges, overridden by the operator's. `today`: ISO date on which they apply. */
export function overrideCharges(
  charges: readonly PlatformCharge[],
  own: readonly ChargeOverride[],
  today: string,
): readonly PlatformCharge[] {
  if (own.length === 0) return charges;
  const set = own.map(({ charge: per, usd, source }): PlatformCharge => {
    const known = charges.find((charge) => charge.per === per);
    const before = known ? `; before: ${known.usd}, ${known.source}` : '';
    return { per, usd, source: source ?? `Set by the operator${before}`, checkedOn: today, confidence: 'operator' };
  });
  return [...charges.filter(({ per }) => !set.some((one) => one.per === per)), ...set];
}
