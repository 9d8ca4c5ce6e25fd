import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../db/columns.ts';

/** A platform's surcharge on the one credit per post; none without a row. */
export const PlatformSurcharge = defineEntity({
  name: 'PlatformSurcharge',
  tableName: 'platform_surcharges',
  checks: [
    { name: 'platform_surcharges_credits_check', expression: 'credits >= 0 and credits <= 100' },
    { name: 'platform_surcharges_credits_with_link_check', expression: 'credits_with_link >= 0 and credits_with_link <= 100' },
  ],
  properties: {
    /** As in `platforms[]` of a draft. */
    platform: p.text().primary(),
    credits: p.integer(),
    /** The amount for a post with a link; null: the same. */
    creditsWithLink: p.integer().nullable(),
    /** The operator's user id; null when set at the command line. */
    setBy: p.text().nullable(),
    setAt: timestamp(),
  },
});
export type PlatformSurcharge = InferEntity<typeof PlatformSurcharge>;
