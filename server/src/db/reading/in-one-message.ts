import type { EntityManager, EventSubscriber, FlushEventArgs } from '@mikro-orm/postgresql';
import { ask, logAsked, numbered } from './ask.ts';
import { askWithin } from './ask-within.ts';
import { type BoundValue, BoundValues } from './bound-values.ts';
import { LINE, type Line, SEND } from './what-waits.ts';

/**
 * What `work` only writes goes to the database as one message, at its end or with what it asks in between; an error in it
 * is thrown then. For a transaction's own statements, where nobody looks at how many rows each has changed.
 */
export async function inOneMessage(em: EntityManager, work: () => Promise<unknown>): Promise<void> {
  (await lineOf(em)).gather();
  await work();
  await askWithin(em, SEND, []);
}

/** What `work` only writes goes to the database with the commit; an error in it is thrown then. */
export async function withCommit(em: EntityManager, work: () => Promise<unknown>): Promise<void> {
  const line = await lineOf(em);
  line.gather();
  await work();
  line.pause();
}

/** flush() whose error is thrown here, for whoever makes a sentence of it. */
export async function flushNow(em: EntityManager): Promise<void> {
  await inOneMessage(em, () => em.flush());
}

const sentAtEnd = new WeakSet<object>();

/**
 * A statement that tells nothing back, such as a lock: it goes with the transaction's next question, and its error is thrown there.
 * `?` stands for the next parameter. The connection prepares it once, so its text is the same each time.
 */
export async function withNextQuestion(em: EntityManager, sql: string, parameters: readonly BoundValue[]): Promise<void> {
  const text = numbered(sql);
  if (!sentAtEnd.has(em)) return void (await ask(em, text, parameters));
  (await lineOf(em)).keep(text, BoundValues.from(parameters) as BoundValues);
  logAsked(em, text, parameters);
}

const lines = new WeakMap<object, Line>();

/** That of the transaction in which this entity manager is. */
async function lineOf(em: EntityManager): Promise<Line> {
  const transaction = em.getTransactionContext();
  if (!transaction) throw new Error('Nothing waits outside of a transaction.');
  const known = lines.get(transaction);
  if (known) return known;
  const [line] = await askWithin<Line>(em, LINE, []);
  if (!line) throw new Error('The connection has no line.');
  lines.set(transaction, line);
  return line;
}

/** What this transaction's flushes write goes with its next question; whoever says so sends what is left before the commit. */
export function writeWithNextQuestion(em: EntityManager): void {
  sentAtEnd.add(em);
}

const behindFlush = new WeakMap<object, () => Promise<void>>();

/** `write` is done once, by the next flush, behind what that has written. */
export function withNextFlush(em: EntityManager, write: () => Promise<void>): void {
  behindFlush.set(em, write);
}

/** A flush of several tables sends one message, or none before the next question. */
export class FlushInOneMessage implements EventSubscriber {
  readonly #gathering = new WeakSet<object>();

  async onFlush({ em, uow }: FlushEventArgs): Promise<void> {
    if (!em.isInTransaction() || uow.getChangeSets().length < (sentAtEnd.has(em) ? 1 : 2)) return;
    this.#gathering.add(uow);
    (await lineOf(em as EntityManager)).gather();
  }

  async afterFlush({ em, uow }: FlushEventArgs): Promise<void> {
    const write = behindFlush.get(em);
    behindFlush.delete(em);
    await write?.();
    if (!this.#gathering.delete(uow)) return;
    if (sentAtEnd.has(em)) (await lineOf(em as EntityManager)).pause();
    else await askWithin(em as EntityManager, SEND, []);
  }
}
