import { setImmediate } from 'node:timers';
import type { EntityManager } from '@mikro-orm/postgresql';
import { askWithin } from './ask-within.ts';
import { type BoundValues, Questions } from './bound-values.ts';

interface Asked {
  sql: string;
  values: BoundValues;
  answered(rows: object[]): void;
  failed(error: unknown): void;
}

/** What is asked in one turn of the event loop, by the transaction that reads. */
const gathered = new WeakMap<EntityManager, Asked[]>();

/**
 * From now on the transaction of this unit of work only reads. A flush, which would look through all that was read, does nothing, and
 * what is asked at the same time, as the fields of a page ask it, goes out as one message.
 */
export function beginEntityReading(em: EntityManager): void {
  Object.assign(em, { flush: async () => undefined });
  gathered.set(em, []);
}

export function endEntityReading(em: EntityManager): void {
  Reflect.deleteProperty(em, 'flush');
  gathered.delete(em);
}

export const isEntityReading = (em: EntityManager): boolean => gathered.has(em);

/** The rows of a statement, asked together with the others of this turn. Where one fails, all of them do. */
export function askTogether<Row extends object>(em: EntityManager, sql: string, values: BoundValues): Promise<Row[]> {
  const asked = gathered.get(em) ?? [];
  if (asked.length === 0) setImmediate(() => void send(em, asked.splice(0)));
  return new Promise((resolve, failed) => {
    asked.push({ sql, values, answered: (rows) => resolve(rows as Row[]), failed });
  });
}

async function send(em: EntityManager, asked: readonly Asked[]): Promise<void> {
  try {
    const sql = asked.map((one) => one.sql).join(';\n');
    const parameters = Questions.from(asked) as Questions;
    const rows = await askWithin<object[]>(em, sql, parameters);
    for (const [index, { answered }] of asked.entries()) answered(rows[index] ?? []);
  } catch (error) {
    for (const { failed } of asked) failed(error);
  }
}
