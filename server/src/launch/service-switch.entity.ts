import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../db/columns.ts';

/** The operator's switch over everything that goes out. Its one row is always there. */
export const ServiceSwitch = defineEntity({
  name: 'ServiceSwitch',
  tableName: 'service_switches',
  properties: {
    /** `publishing`; there is no other. */
    id: p.text().primary(),
    stoppedAt: timestamp().nullable(),
    /** The operator's user id; null when stopped at the command line, or not stopped. */
    stoppedBy: p.text().nullable(),
    /** In the operator's words, shown to every customer. */
    reason: p.text().nullable(),
    /** When a back-up was put in place; nothing goes out from then on until the operator releases it. */
    restoredAt: timestamp().nullable(),
    /** As of when that back-up is: what went out after it is not known here. */
    backupAt: timestamp().nullable(),
    /** When all that may have gone out since was marked as unknown. */
    doubtedAt: timestamp().nullable(),
  },
});
export type ServiceSwitch = InferEntity<typeof ServiceSwitch>;
