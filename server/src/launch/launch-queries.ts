import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { tables } from '../db/tables.ts';
import { LaunchStep } from './launch.entities.ts';
import { LAUNCH_STEPS, type LaunchStepFacts } from './launch-steps.ts';

export interface LaunchStepState extends LaunchStepFacts {
  signedAt: Date | null;
}

/** Every step in order, with when it was signed. */
export async function readLaunchSteps(em: EntityManager): Promise<LaunchStepState[]> {
  const signed = new Map((await em.find(LaunchStep, {})).map((row) => [row.step, row.signedAt]));
  return LAUNCH_STEPS.map((step) => ({ ...step, signedAt: signed.get(step.id) ?? null }));
}

export interface ServiceStop {
  reason: string | null;
  /** The time of the backup, while the restore lock is set. It precedes an operator's stop. */
  backupAt?: Date;
}

/** The service-wide facts for publishing, in one query. */
export interface ServiceState {
  unsignedSteps: string[];
  /** Null unless stopped. */
  stop: ServiceStop | null;
}

export async function readServiceState(em: EntityManager): Promise<ServiceState> {
  return serviceStateFrom((await readTogether(em, { service: SERVICE_STATE })).service);
}

/** The query of serviceStateFrom(), to be batched with others. */
export const SERVICE_STATE: Part<SwitchRow> = partOf(
  tables
    .selectFrom('service_switches')
    .select(['reason', 'backup_at'])
    .select(({ eb }) => [
      eb('stopped_at', 'is not', null).as('is_stopped'),
      eb('restored_at', 'is not', null).as('is_held'),
      sql<string[]>`array(select step from launch_steps)`.as('signed'),
    ]),
);

export function serviceStateFrom([row]: readonly SwitchRow[]): ServiceState {
  if (!row) throw new Error('The service switch is missing.');
  return {
    unsignedSteps: LAUNCH_STEPS.map(({ id }) => id).filter((id) => !row.signed.includes(id)),
    stop: stopOf(row),
  };
}

interface SwitchRow {
  signed: string[];
  is_stopped: boolean;
  reason: string | null;
  is_held: boolean;
  backup_at: string | null;
}

function stopOf(row: SwitchRow): ServiceStop | null {
  if (row.is_held) return { reason: null, backupAt: new Date(row.backup_at ?? 0) };
  return row.is_stopped ? { reason: row.reason } : null;
}
