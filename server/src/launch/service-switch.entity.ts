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
  },
});
export type ServiceSwitch = InferEntity<typeof ServiceSwitch>;
