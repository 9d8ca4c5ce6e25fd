import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

/** The usage of a platform's quota within one short slot of its window. */
export const QuotaUse = defineEntity({
  name: 'QuotaUse',
  tableName: 'quota_uses',
  properties: {
    /** The connection's id; the platform's for a service-wide quota. */
    subject: p.text().primary(),
    /** The quota's window; a platform may have several. */
    perSeconds: p.integer().primary(),
    slotAt: timestamp().primary(),
    used: p.integer(),
  },
});
export type QuotaUse = InferEntity<typeof QuotaUse>;
