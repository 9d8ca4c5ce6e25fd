import type { Services } from '../../context.ts';
import { askDatabase, isOutage, isStorageFull, logFault, succeeds } from '../../db/database-faults.ts';
import type { DomainError } from '../../errors.ts';
import { createOutageLog, type OutageLog } from '../../log.ts';
import { noteFullStorage } from './disk-space.ts';

/** Logs what an operator needs to know: internal errors, and once each a full disk and an unreachable database. */
export function logServiceFault(services: Services, { code }: DomainError, thrown: unknown, log: Pick<Services['log'], 'error'>): void {
  if (code === 'internal_error') log.error({ err: thrown }, 'A request failed with an unexpected error.');
  if (code === 'storage_full' || code === 'database_unavailable') noteOutage(services, code, thrown);
}

type Outages = Record<'storage_full' | 'database_unavailable', OutageLog>;
const outages = new WeakMap<Services['config'], Outages>();

function outagesOf({ config, log, orm }: Services): Outages {
  const made = outages.get(config) ?? {
    storage_full: createOutageLog(log, 'Requests are refused: a disk is full.'),
    database_unavailable: createOutageLog(log, 'Requests are refused: the database cannot be reached.', () => succeeds(askDatabase(orm))),
  };
  outages.set(config, made);
  return made;
}

function noteOutage(services: Services, code: keyof Outages, thrown: unknown): void {
  if (code === 'storage_full') noteFullStorage(services);
  outagesOf(services)[code].report(thrown);
}

/** Logs background failures that are retried; an outage is logged once, as for requests. */
export function logBackgroundFault(services: Services, thrown: unknown, sentence: string): void {
  if (isOutage(thrown)) noteOutage(services, isStorageFull(thrown) ? 'storage_full' : 'database_unavailable', thrown);
  else logFault(services.log, thrown, {}, sentence);
}
