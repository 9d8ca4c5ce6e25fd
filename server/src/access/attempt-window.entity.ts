import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../db/columns.ts';

/** The attempts within one window of time, shared by every web process. */
export const AttemptWindow = defineEntity({
  name: 'AttemptWindow',
  tableName: 'attempt_windows',
  indexes: [{ properties: ['startedAt'] }],
  properties: {
    /** A keyed hash of the counted subject, so no stranger's address or email is stored. */
    key: p.text().primary(),
    startedAt: timestamp(),
    count: p.integer(),
  },
});
export type AttemptWindow = InferEntity<typeof AttemptWindow>;
