import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { askAlone, askOn, connect, wallOf } from './ask-alone.ts';
import { type BoundValues, Questions } from './bound-values.ts';

/** `once`: by one statement, whose message is its transaction. `together`: by several, all of one moment; those asked at the same time go as one message. */
export type Manner = 'once' | 'together';

/** A reading by statements alone, without the unit of work. */
export interface StatementReading {
  /** What it is asked on; the entities behind it cannot be. */
  em: EntityManager;
  manner: Manner;
  /** Throws where this needs more than the manner gives. */
  ask<Row extends object>(sql: string, values: BoundValues): Promise<Row[]>;
  /** Whether more was needed, so that what came of it is worth nothing. */
  isTooLittle(): boolean;
  /** Nobody waits for the end of what has changed nothing. */
  end(): void;
}

const BEGIN = 'begin isolation level repeatable read read only';
const readings = new WeakMap<EntityManager, StatementReading>();

export const readingOf = (em: EntityManager): StatementReading | undefined => readings.get(em);

export function beginStatements(from: EntityManager, manner: Manner): StatementReading {
  const em = from.fork({ clear: true });
  let isTooLittle = false;
  let asked = 0;
  let opened: Promise<PoolClient> | null = null;
  const needMore = (): never => {
    isTooLittle = true;
    throw new Error('This reading is done again, with what it needs.');
  };
  /** What is asked in this turn, and the answers to it. */
  let gathered = new Questions();
  let sent: Promise<object[][]> | null = null;
  const send = async (): Promise<object[][]> => {
    const questions = gathered;
    [gathered, sent] = [new Questions(), null];
    const opening = opened ? undefined : { begin: BEGIN, wall: wallOf(from) };
    opened ??= connect(from);
    const client = await opened;
    const [first] = questions;
    if (!first) return [];
    if (questions.length === 1) return [await askOn(from, client, first.sql, first.values, opening)];
    return askOn<object[]>(from, client, questions.map(({ sql }) => sql).join(';\n'), questions, opening);
  };
  const reading: StatementReading = {
    em,
    manner,
    async ask(sql, values) {
      asked += 1;
      if (manner === 'once') return asked > 1 ? needMore() : askAlone(from, sql, values);
      gathered.push({ sql, values });
      const place = gathered.length - 1;
      sent ??= Promise.resolve().then(send);
      return (await sent)[place] as never;
    },
    isTooLittle: () => isTooLittle,
    end() {
      // Of a transaction that has failed, a commit is the end as well.
      const close = (client: PoolClient) => client.query('commit').finally(() => client.release());
      void opened?.then(close).catch(() => undefined);
    },
  };
  // Whatever the ORM asks outside of a transaction begins with this.
  Object.assign(em, { getTransactionSessionContext: needMore });
  readings.set(em, reading);
  return reading;
}
