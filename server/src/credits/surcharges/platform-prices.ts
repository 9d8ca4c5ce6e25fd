import type { Context } from '../../context.ts';
import type { PlatformCharge } from '../../platforms/platform/charges.ts';
import { creditsOn, readSurcharges, type Surcharges } from './surcharge-queries.ts';

/** The current cost of a post on a platform. */
export interface PlatformPrice {
  platform: string;
  label: string;
  /** One, and the surcharge. */
  credits: number;
  surcharge: number;
  /** As above for a post with a link; both null if they are the same. */
  creditsWithLink: number | null;
  surchargeWithLink: number | null;
  /** What the network charges the operator; for information. */
  charges: readonly PlatformCharge[];
}

/** The prices of every publishable platform, in display order. */
export async function platformPrices({ em, platforms }: Pick<Context, 'em' | 'platforms'>): Promise<PlatformPrice[]> {
  return pricesBy(platforms, await readSurcharges(em));
}

export function pricesBy(platforms: Context['platforms'], surcharges: Surcharges): PlatformPrice[] {
  return [...platforms.values()]
    .filter(({ publishing }) => publishing !== 'none yet')
    .map(({ id, label, charges }) => {
      const surchargeOf = (hasLink: boolean): number => creditsOn({ platform: id, hasLink }, surcharges) - 1;
      const surcharge = surchargeOf(false);
      const surchargeWithLink = surcharges.get(id)?.creditsWithLink == null ? null : surchargeOf(true);
      const creditsWithLink = surchargeWithLink === null ? null : 1 + surchargeWithLink;
      return { platform: id, label, credits: 1 + surcharge, surcharge, creditsWithLink, surchargeWithLink, charges };
    });
}

/** Whether a post takes more than its one credit. */
export function hasSurcharge({ surcharge, surchargeWithLink }: PlatformPrice): boolean {
  return surcharge > 0 || surchargeWithLink !== null;
}
