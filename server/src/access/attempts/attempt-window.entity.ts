import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../db/columns.ts';

/** How often something was tried within one window of time, shared by every web process. */
export const AttemptWindow = defineEntity({
  name: 'AttemptWindow',
  tableName: 'attempt_windows',
  indexes: [{ properties: ['startedAt'] }],
  properties: {
    /** Keyed hash of what is counted, so that no address or e-mail of a stranger is kept. */
    key: p.text().primary(),
    startedAt: timestamp(),
    count: p.integer(),
  },
});
export type AttemptWindow = InferEntity<typeof AttemptWindow>;
