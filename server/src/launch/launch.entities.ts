import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../db/columns.ts';

/** The operator's switch for all publishing. It always has exactly one row. */
export const ServiceSwitch = defineEntity({
  name: 'ServiceSwitch',
  tableName: 'service_switches',
  properties: {
    /** Always `publishing`. */
    id: p.text().primary(),
    stoppedAt: timestamp().nullable(),
    /** The operator's user id; null when stopped at the command line, or not stopped. */
    stoppedBy: p.text().nullable(),
    /** The operator's reason, shown to every customer. */
    reason: p.text().nullable(),
    /** When a backup was restored; nothing is published from then on until the operator releases it. */
    restoredAt: timestamp().nullable(),
    /** The time of that backup: later publications are unknown here. */
    backupAt: timestamp().nullable(),
    /** When all publications that may have been sent since were marked as unknown. */
    doubtedAt: timestamp().nullable(),
  },
});
export type ServiceSwitch = InferEntity<typeof ServiceSwitch>;

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
