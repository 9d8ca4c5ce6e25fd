import { channel } from 'node:diagnostics_channel';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { BoundValues, type Opening, Questions } from './bound-values.ts';
import { createPlans } from './kept-plans.ts';
import { createWaiting, LINE } from './what-waits.ts';

/** Tells whoever counts them of every message that goes to the database. */
export const MESSAGES = channel('countersign.database-messages');

export interface RoundTrips {
  keepsPlans?: boolean;
  opensWith?: string | undefined;
}

type Ask = (...args: unknown[]) => Promise<unknown>;

/**
 * Has the statements that open a transaction wait for its first one and sends them with it: one round trip, and one write
 * to a socket, in place of three. What is only written behind a Line's `gather()` waits likewise, for SEND or for what tells
 * something back. Where one of a message fails, PostgreSQL does none of those behind it. What is asked with
 * `BoundValues` is prepared once by the connection. Behind a pooler each transaction may have another one: `keepsPlans` is false then, and
 * `opensWith` goes with every transaction, also with one that is a single statement.
 */
export function saveRoundTrips(pool: Pool, { keepsPlans = true, opensWith }: RoundTrips = {}): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as unknown as Ask;
    const ask: Ask = (...args) => {
      if (MESSAGES.hasSubscribers) MESSAGES.publish(args[0]);
      return send(...args);
    };
    const plans = createPlans(keepsPlans);
    const waiting = createWaiting(opensWith);

    const query = (...args: unknown[]): unknown => {
      const [text, values, opening] = args;
      if (text === LINE)
        return Promise.resolve({ ...NOTHING, rows: [waiting.line((...statement) => plans.inWords(...statement).join(';\n'))] });
      const { begin, wall } = (opening ?? {}) as Opening;
      const isPlain = typeof text === 'string' && args.length <= 2 && (!Array.isArray(values) || values.length === 0);
      if (isPlain && /^rollback\b/i.test(text)) plans.forgetUnsent();
      if (isPlain && waiting.holds(text)) return Promise.resolve(NOTHING);
      if (begin) waiting.holds(begin);
      const ahead = wall ? plans.inWords(wall.sql, wall.values) : [];
      if (values instanceof Questions) {
        const asked = values.map((question) => plans.inWords(question.sql, question.values));
        return eachOf(plans.sent(ask([...waiting.take(text, true), ...ahead, ...asked.flat()].join(';\n'))), asked);
      }
      const words = typeof text === 'string' && values instanceof BoundValues ? plans.inWords(text, values) : null;
      if (words && waiting.holds(String(text), words.join(';\n'))) return Promise.resolve(NOTHING);
      const before = waiting.take(text, isPlain || words !== null);
      if (words) return last(plans.sent(ask([...before, ...ahead, ...words].join(';\n'))));
      if (before.length === 0) return ask(...args);
      if (isPlain) return last(plans.sent(ask([...before, text].join(';\n'))));
      return openAndAsk(
        client,
        () => plans.sent(ask(before.join(';\n'))),
        () => ask(...args),
        text,
      );
    };
    Object.assign(client, { query });
  });
}

/** A statement with values of its own kind is sent by another protocol, and a cursor has to be given back at once. */
function openAndAsk(client: PoolClient, open: () => Promise<unknown>, ask: () => unknown, asked: unknown): unknown {
  const opened = open();
  const isCursor = typeof (asked as { submit?: unknown } | null)?.submit === 'function';
  if (!isCursor) return opened.then(ask);
  // Queued behind it; without its wall it must not be read.
  opened.catch(() => (client as PoolClient & { connection: { stream: { destroy(): void } } }).connection.stream.destroy());
  return ask();
}

const NOTHING = { command: '', rowCount: null, rows: [], fields: [], oid: 0 } satisfies QueryResult;

/** Of several statements in one message the answer of the last one. */
async function last(answer: Promise<unknown>): Promise<unknown> {
  const results = await answer;
  return Array.isArray(results) ? results.at(-1) : results;
}

/** The rows of each question, which are those of the last of its statements. */
async function eachOf(answer: Promise<unknown>, asked: readonly (readonly string[])[]): Promise<QueryResult> {
  const results = [await answer].flat() as QueryResult[];
  // From the end: what goes ahead of the first one may be any number of statements.
  const rows = asked.toReversed().map((texts) => results.splice(-texts.length).at(-1)?.rows ?? []);
  return { ...NOTHING, rows: rows.toReversed() };
}
