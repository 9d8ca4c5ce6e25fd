import type { PoolClient, QueryResult } from 'pg';
import { Questions } from '../reading/bound-values.ts';
import { LINE, type Line } from '../reading/what-waits.ts';
import { mergeWrites, type Write } from './merge-writes.ts';
import { Apart, type Asked, createSeat, isForEach, NOTHING, type Seat, type Shared } from './seat.ts';

interface Waiting extends Asked {
  resolve(answer: QueryResult): void;
  reject(error: unknown): void;
}

interface Ending {
  writes: readonly Write[];
  resolve(answer: QueryResult): void;
  reject(error: unknown): void;
}

type Query = (text: string, values?: unknown) => Promise<QueryResult>;

/**
 * One transaction for several, each of which has a seat and takes it for a transaction of its own. What they ask in the same turn of the
 * loop, or while others are answered, goes out as one message, and what they write as one statement for each table. It is
 * committed when all of them have come to their end; where one fails, or cannot go together, none of it is.
 */
export class SharedTransaction implements Shared {
  readonly #query: Query;
  readonly #seats: number;
  readonly #openings: string[] = [];
  #waiting: Waiting[] = [];
  #ending: Ending[] = [];
  #line: Line | null = null;
  #isUnderWay = false;
  #isEnding = false;
  #failure: unknown = null;

  constructor(client: PoolClient, seats: number) {
    this.#query = client.query.bind(client) as unknown as Query;
    this.#seats = seats;
  }

  seat(): Seat {
    return createSeat(this);
  }

  /** Why nothing of it was committed; null where all was. */
  get failure(): unknown {
    return this.#failure;
  }

  /** The commit was sent, and PostgreSQL has not refused it: nobody knows whether it has counted. */
  get isUnclear(): boolean {
    return this.#isEnding && this.#failure !== null && (this.#failure as { severity?: unknown }).severity !== 'ERROR';
  }

  /** Ends it for all. What it throws is for whoever asked for something that cannot go together. */
  refuse(error: unknown = new Apart('This cannot be done together with others.')): unknown {
    if (this.#failure || this.#isEnding) return this.#failure ?? error;
    this.#fail(error);
    return error;
  }

  check(): void {
    if (this.#failure) throw new Apart('It goes with others that have failed.', { cause: this.#failure });
  }

  /** What opens it is the same for all. */
  async open(text: string): Promise<QueryResult> {
    const isKnown = this.#openings.includes(text);
    if (!isKnown && this.#openings.length === 2) throw this.refuse(new Error('Those who go together have one wall.'));
    if (!isKnown) {
      this.#openings.push(text);
      // It waits on the connection for the first question.
      await this.#query(text);
    }
    return NOTHING;
  }

  ask(asked: Asked): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...asked, resolve, reject });
      this.#goOn();
    });
  }

  end(writes: readonly Write[]): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.#ending.push({ writes, resolve, reject });
      this.#goOn();
    });
  }

  /** To be called when all of them are over, before the connection is used by others. */
  async close(): Promise<void> {
    if (this.#failure) await this.#query('rollback').catch(() => {});
  }

  #goOn(): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    // Whoever asks in the same turn of the loop goes with it.
    setImmediate(() => void this.#send());
  }

  async #send(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      if (this.#failure) this.check();
      else if (asked.length > 0) await this.#answer(asked);
      else if (this.#ending.length === this.#seats) await this.#commit();
    } catch (error) {
      for (const { reject } of asked) reject(error);
      this.#fail(error);
    }
    this.#isUnderWay = false;
    if (this.#waiting.length > 0) this.#goOn();
    else if (this.#ending.length === this.#seats && !this.#isEnding) this.#goOn();
  }

  async #answer(asked: readonly Waiting[]): Promise<void> {
    await this.#keep(asked.map(({ writes }) => writes));
    const keyOf = ({ sql, values }: Asked, place: number) => JSON.stringify(isForEach(sql) ? [place] : [sql, values]);
    const different = new Map(asked.map((one, place) => [keyOf(one, place), { sql: one.sql, values: one.values }]));
    const { rows } = await this.#query('', Questions.from(different.values()));
    const answers = new Map([...different.keys()].map((key, place) => [key, rows[place] as unknown as object[]]));
    const given = new Set<string>();
    for (const [place, one] of asked.entries()) {
      const key = keyOf(one, place);
      const found = answers.get(key) ?? [];
      // Rows of its own for each.
      one.resolve({ ...NOTHING, rows: given.has(key) ? structuredClone(found) : found });
      given.add(key);
    }
  }

  async #commit(): Promise<void> {
    await this.#keep(this.#ending.map(({ writes }) => writes));
    this.#isEnding = true;
    await this.#query('commit');
    for (const { resolve } of this.#ending) resolve(NOTHING);
  }

  async #keep(lists: readonly (readonly Write[])[]): Promise<void> {
    const writes = mergeWrites(lists);
    if (writes.length === 0) return;
    const line = this.#line ?? ((await this.#query(LINE)).rows[0] as unknown as Line);
    this.#line = line;
    for (const { text, values } of writes) line.keep(text, values);
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of [...this.#waiting, ...this.#ending]) reject(error);
    this.#waiting = [];
  }
}
