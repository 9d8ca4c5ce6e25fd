import type { PreviewPart } from './preview.ts';
import type { Facet, PlatformRule } from './rules.ts';
import type { PreviewSetting } from './settings.ts';

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

/** What a network charges the operator of a service that posts there, with its source. */
export interface PlatformCharge {
  /** `post_with_link`: the figure for posts with a link in their text, where that is another; of a thread each post counts. */
  per: 'post' | 'post_with_link';
  /** US dollars, as of `checkedOn`; 0 if it is free. */
  usd: number;
  /** The page with the figure, or without one if it is free. */
  source: string;
  /** ISO date of that reading. */
  checkedOn: string;
  /** `observed`: the network's pages name no charge; an operator can override it. */
  confidence: PlatformRule['confidence'];
}

/** What a network would charge for one post. */
export interface PostCharge {
  usd: number;
  source: string;
  checkedOn: string;
}

/** What a charge depends on. */
type ChargedPreview = { parts: readonly Pick<PreviewPart, 'facets'>[]; settings?: readonly Pick<PreviewSetting, 'facets'>[] };

/** The posts of a thread, and its first comment, which is a post of its own where posts are charged. */
const chargedParts = ({ parts, settings = [] }: ChargedPreview): { facets: Facet[] }[] => [
  ...parts,
  ...settings.flatMap(({ facets }) => (facets ? [{ facets }] : [])),
];

/** Whether a post's text contains a link in any part of a thread, as networks that charge for links see it. */
export function hasLink(preview: ChargedPreview): boolean {
  return chargedParts(preview).some(({ facets }) => facets.some(({ kind }) => kind === 'link'));
}

/** Whether the network charges differently for a post with a link. */
export function chargesByLink(charges: readonly PlatformCharge[]): boolean {
  return charges.some(({ per }) => per === 'post_with_link');
}

/** The charge of a post; null if it is free. */
export function chargeOf(charges: readonly PlatformCharge[], preview: ChargedPreview): PostCharge | null {
  const plain = charges.find(({ per }) => per === 'post');
  const withLink = charges.find(({ per }) => per === 'post_with_link') ?? plain;
  const each = chargedParts(preview).flatMap((part) => (hasLink({ parts: [part] }) ? withLink : plain) ?? []);
  const usd = Math.round(each.reduce((sum, charge) => sum + charge.usd, 0) * 1e6) / 1e6;
  const dearest = each.toSorted((one, other) => other.usd - one.usd)[0];
  return dearest && usd > 0 ? { usd, source: dearest.source, checkedOn: dearest.checkedOn } : null;
}

/** For networks that charge developers nothing. */
export function freeOfCharge(source: string, confidence: PlatformCharge['confidence'] = 'observed'): readonly PlatformCharge[] {
  return [{ per: 'post', usd: 0, source, checkedOn: '2026-11-23', confidence }];
}
