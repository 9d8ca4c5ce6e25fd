import type { Services } from '../../context.ts';
import { forkAsOwner } from '../row-security/tenant-session.ts';
import { NOT_LIVE, readRisks } from './read-risks.ts';

/**
 * What the operator page says too, for whoever reads the log alone: each risk when it is first seen, at the start and from then on
 * as a chore, for standbys come and go while the service runs.
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
