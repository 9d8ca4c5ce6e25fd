import { channel } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers';
import { Client, type ClientConfig, types } from 'pg';
import { isReadOnly } from './database-faults.ts';

/** Publishes the statements of each write to the database, in order. Tests count round trips with it. */
export const MESSAGES = channel('countersign.database-messages');

/**
 * Less than the pool's wait for a connection (10 s): exceeding it means that the server is failing, not that
 * the pool is fully used.
 */
const CONNECTS_WITHIN_MS = 8_000;

/** A connection prepares at most this many statements; the service has fewer. */
const MOST_PREPARED = 400;

/** Names of prepared statements by text, the same on every connection. */
const names = new Map<string, string>();

/** Null beyond the limit: such a statement is planned each time. */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_PREPARED) return null;
  const name = `statement_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** The pool's options for its connections. */
interface ClientOptions {
  health: HealthCheck;
  /** False behind a pooler, which may give each transaction another connection. */
  prepares: boolean;
}

type Query = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The class of a pool's connections. Each connection prepares a statement with parameters once. A connection
 * to a server that turns out to be read-only is not reused, since the next one may lead to the primary.
 */
export function clientClass({ health, prepares }: ClientOptions) {
  return class ServiceClient extends Client {
    /** A statement has failed because the server is a standby. */
    isDemoted = false;
    #isCorked = false;
    readonly #texts: unknown[] = [];
    /** Why the server ended the session between two statements. */
    #lost: Error | undefined;

    constructor(config: ClientConfig) {
      // Spreading the config would omit the password, which the pool makes non-enumerable.
      super({ ...config, password: config.password, connectionTimeoutMillis: CONNECTS_WITHIN_MS });
      // MikroORM leaves times as text; here they are parsed by their column types.
      this.setTypeParser(types.builtins.TIMESTAMPTZ, types.getTypeParser(types.builtins.TIMESTAMPTZ));
      this.on('error', (error) => {
        this.#lost ??= error;
      });
    }

    /** Statements of the same event loop turn are sent in one write. */
    #writeOnce(text: unknown): void {
      if (MESSAGES.hasSubscribers) this.#texts.push(text);
      if (this.#isCorked) return;
      const { stream } = this.connection;
      this.#isCorked = true;
      stream.cork();
      setImmediate(() => {
        this.#isCorked = false;
        stream.uncork();
        if (this.#texts.length > 0) MESSAGES.publish(this.#texts.splice(0).join(';\n'));
      });
    }

    override connect(...args: never[]): never {
      const [connected] = args as unknown as [(...result: unknown[]) => void];
      health.begin();
      const connect = super.connect as unknown as (callback: typeof connected) => void;
      return connect.call(this, (...result) => {
        if (result[0]) health.giveUp();
        else health.answer();
        connected(...result);
      }) as never;
    }

    override query(...args: never[]): never {
      const [text, values] = args as unknown[];
      const name = prepares && typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : null;
      this.#writeOnce(text);
      const send = super.query as unknown as Query;
      const result = name === null ? send.call(this, ...(args as unknown[])) : send.call(this, { name, text, values });
      if (!(result instanceof Promise)) return result as never;
      health.begin();
      return result.then(
        (answer: unknown) => {
          health.answer();
          return answer;
        },
        (error: unknown) => {
          health.giveUp();
          if (isReadOnly(error)) this.isDemoted = true;
          // The driver itself only reports that the connection is no longer usable.
          if (this.#lost && error instanceof Error && error !== this.#lost) error.cause ??= this.#lost;
          throw error;
        },
      ) as never;
    }
  };
}

/** Callers that wait for a connection have waited longer than this already. */
const SILENT_AFTER_MS = 2_000;

/** Distinguishes a hanging database from a busy one: whether it responds to anything at all. */
export class HealthCheck {
  #open = 0;
  #heardAt = performance.now();

  /** A statement or connection attempt is sent. */
  begin(): void {
    if (this.#open === 0) this.#heardAt = performance.now();
    this.#open += 1;
  }

  /** The database has responded to it. */
  answer(): void {
    this.#heardAt = performance.now();
    this.#open -= 1;
  }

  /** The caller has stopped waiting, possibly without a response. */
  giveUp(): void {
    this.#open -= 1;
  }

  /** Something was sent, and there has been no response for a while. */
  get isSilent(): boolean {
    return this.#open > 0 && performance.now() - this.#heardAt > SILENT_AFTER_MS;
  }
}
