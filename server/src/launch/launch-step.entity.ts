import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../db/columns.ts';

/** A launch step that the operator has signed; a step without a row is not signed. */
export const LaunchStep = defineEntity({
  name: 'LaunchStep',
  tableName: 'launch_steps',
  properties: {
    /** Key into the list of steps of launch/. */
    step: p.text().primary(),
    /** The operator's user id; null when signed at the command line. */
    signedBy: p.text().nullable(),
    signedAt: timestamp(),
  },
});
export type LaunchStep = InferEntity<typeof LaunchStep>;
