import type { EntityManager } from '@mikro-orm/postgresql';
import { askAlone } from './ask-alone.ts';
import { askWithin } from './ask-within.ts';
import { type BoundValue, BoundValues, PlannedValues } from './bound-values.ts';
import { askTogether, isEntityReading } from './entity-reading.ts';
import { readingOf } from './statement-reading.ts';

/**
 * The rows of one statement, `$1` its first value, parsed and planned once by each connection. Without the detours of the
 * unit of work: in the open transaction, else alone in one message, with its wall where there is one.
 */
export function ask<Row extends object>(em: EntityManager, sql: string, values: readonly BoundValue[]): Promise<Row[]> {
  return logged<Row>(em, sql, BoundValues.from(values) as BoundValues);
}

/** The same, planned each time with its values in it, for those that decide by which index it goes. */
export function askPlanned<Row extends object>(em: EntityManager, sql: string, values: readonly BoundValue[]): Promise<Row[]> {
  return logged<Row>(em, sql, PlannedValues.from(values) as PlannedValues);
}

async function logged<Row extends object>(em: EntityManager, sql: string, values: BoundValues): Promise<Row[]> {
  const started = performance.now();
  const rows = await send<Row>(em, sql, values);
  logAsked(em, sql, values, performance.now() - started);
  return rows;
}

/** `took`: in milliseconds; nothing of what is still to be sent. */
export function logAsked(em: EntityManager, query: string, params: readonly BoundValue[], took = 0): void {
  const logger = em.config.getLogger();
  if (logger.isEnabled('query')) logger.logQuery({ level: 'info', query, params, took });
}

/** Whether what is asked at the same time goes as one message, so that a statement can leave something behind for the next. */
export const gathersQuestions = (em: EntityManager): boolean => isEntityReading(em) || readingOf(em)?.manner === 'together';

async function send<Row extends object>(em: EntityManager, sql: string, parameters: BoundValues): Promise<Row[]> {
  const reading = readingOf(em);
  if (reading) return reading.ask<Row>(sql, parameters);
  if (!em.isInTransaction()) return askAlone<Row>(em, sql, parameters);
  if (isEntityReading(em)) return askTogether<Row>(em, sql, parameters);
  return askWithin<Row>(em, sql, parameters);
}

/** `?` for the next parameter, as PostgreSQL has it: `$1` and so on. */
export function numbered(sql: string): string {
  let place = 0;
  return sql.replaceAll('?', () => {
    place += 1;
    return `$${place}`;
  });
}
