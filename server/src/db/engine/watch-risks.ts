import type { Services } from '../../context.ts';
import { forkAsOwner } from '../row-security/tenant-session.ts';
import { NOT_LIVE, readRisks } from './read-risks.ts';

/**
 * Logs what the operator page shows: each risk when it is first seen, at startup and then by a scheduled task, since
 * standbys come and go while the service runs.
 */
export function createRiskWatch(): (services: Pick<Services, 'engine' | 'orm' | 'log'>) => Promise<void> {
  let known: readonly string[] = [];
  return async ({ engine, orm, log }) => {
    const risks = [...(engine.isLive ? [] : [NOT_LIVE]), ...(await readRisks(forkAsOwner(orm)))];
    for (const risk of risks) if (!known.includes(risk)) log.warn(risk);
    for (const risk of known) if (!risks.includes(risk)) log.info(`No longer so: ${risk}`);
    known = risks;
  };
}
