import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, QueryResult } from 'pg';
import { BoundValues } from '../reading/bound-values.ts';
import { BEGINNING, LINE, type Line, SEND, SETTING } from '../reading/what-waits.ts';
import { isOfRows, type Write } from './merge-writes.ts';

/** It cannot be done together with others, or one of the others cannot. */
export class Apart extends Error {}

/** What a transaction that goes together with others takes for its connection. */
export interface Seat {
  query(text: unknown, values?: unknown, opening?: unknown): Promise<QueryResult>;
  release(): void;
}

/** What a seat hands its transaction's statements to. */
export interface Shared {
  /** Why it cannot go on, where it cannot. */
  check(): void;
  /** Ends it for all, and answers with what is to be thrown. */
  refuse(): unknown;
  open(text: string): Promise<QueryResult>;
  ask(asked: Asked): Promise<QueryResult>;
  end(writes: readonly Write[]): Promise<QueryResult>;
}

export interface Asked {
  /** What its asker has written before. */
  writes: readonly Write[];
  sql: string;
  values: BoundValues;
}

export const NOTHING = { command: '', rowCount: null, rows: [], fields: [], oid: 0 } satisfies QueryResult;

/**
 * Together go transactions that only read, without locks, and write new rows: it is then as if they had been committed right after each
 * other. Whatever else one asks for is refused.
 */
export function createSeat(shared: Shared): Seat {
  const writes: Write[] = [];
  const line: Line = {
    gather() {},
    pause() {},
    keep(text, values) {
      const write = { text, values };
      if (!isOfRows(write)) throw shared.refuse();
      writes.push(write);
    },
  };
  const query = async (text: unknown, values?: unknown, opening?: unknown): Promise<QueryResult> => {
    if (typeof text !== 'string') throw shared.refuse();
    if (/^rollback$/i.test(text)) {
      shared.refuse();
      return NOTHING;
    }
    shared.check();
    if (text === LINE) return { ...NOTHING, rows: [line] };
    if (values instanceof BoundValues && !opening && (isForEach(text) || isRead(text)))
      return shared.ask({ writes: writes.splice(0), sql: text, values });
    if (opening || (Array.isArray(values) && values.length > 0)) throw shared.refuse();
    if (BEGINNING.test(text) || SETTING.test(text)) return shared.open(text);
    if (/^commit$/i.test(text)) return shared.end(writes.splice(0));
    if (text === SEND && writes.length === 0) return NOTHING;
    throw shared.refuse();
  };
  return { query, release() {} };
}

const reads = new Map<string, boolean>();
const sharedThough = new Set<string>();
const CHANGES =
  /\b(insert|update|delete|merge|lock|nextval|set_config|pg_notify)\b|\bpg_(try_)?advisory|\bfor (no key |key )?(update|share)\b/i;

/** Says that this statement goes together with others though it locks or changes something: its caller sees to what that means. */
export function isSharedThough(sql: string): string {
  sharedThough.add(sql);
  return sql;
}

/** Of such a statement each is asked for itself, also where two ask the same with the same values. */
export const isForEach = (sql: string): boolean => sharedThough.has(sql);

/** Whether it changes nothing and locks nothing; of the few texts that connections prepare. */
function isRead(sql: string): boolean {
  const known = reads.get(sql);
  if (known !== undefined) return known;
  const is = /^\s*(select|with)\b/i.test(sql) && !CHANGES.test(sql);
  reads.set(sql, is);
  return is;
}

const seats = new AsyncLocalStorage<{ seat: Seat | null }>();

/** The first connection that `work` takes is the seat. */
export function seated<T>(seat: Seat, work: () => Promise<T>): Promise<T> {
  return seats.run({ seat }, work);
}

/** Has those who are seated() take their seat for a connection. */
export function giveSeats(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const connectOrSit = (...args: unknown[]): unknown => {
    const place = seats.getStore();
    if (args.length > 0 || !place?.seat) return connect(...args);
    const { seat } = place;
    place.seat = null;
    return Promise.resolve(seat);
  };
  Object.assign(pool, { connect: connectOrSit });
}
