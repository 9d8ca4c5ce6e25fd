import type { EntityManager, EventSubscriber, FlushEventArgs } from '@mikro-orm/postgresql';
import { ask, numbered } from './ask.ts';
import type { BoundValue } from './bound-values.ts';
import { GATHER, KEEP, PAUSE, SEND } from './what-waits.ts';

/**
 * What `work` only writes goes to the database as one message, at its end or with what it asks in between; an error in it
 * is thrown then. For a transaction's own statements, where nobody looks at how many rows each has changed.
 */
export async function inOneMessage(em: EntityManager, work: () => Promise<unknown>): Promise<void> {
  await say(em, GATHER);
  await work();
  await say(em, SEND);
}

/** What `work` only writes, and its KEEP-ed statements, go to the database with the commit; an error in it is thrown then. */
export async function withCommit(em: EntityManager, work: () => Promise<unknown>): Promise<void> {
  await say(em, GATHER);
  await work();
  await say(em, PAUSE);
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
  if (sentAtEnd.has(em)) await say(em, KEEP);
  await ask(em, numbered(sql), parameters);
}

async function say(em: EntityManager, sql: string): Promise<void> {
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const;
  await em
    .getKysely()
    .executeQuery({ query, queryId: { queryId: '' }, sql, parameters: [] })
    .catch((error: Error) => {
      throw em.getDriver().convertException(error);
    });
}

/** What this transaction's flushes write goes with its next question; whoever says so sends what is left before the commit. */
export function writeWithNextQuestion(em: EntityManager): void {
  sentAtEnd.add(em);
}

/** A flush of several tables sends one message, or none before the next question. */
export class FlushInOneMessage implements EventSubscriber {
  readonly #gathering = new WeakSet<object>();

  async onFlush({ em, uow }: FlushEventArgs): Promise<void> {
    if (!em.isInTransaction() || uow.getChangeSets().length < (sentAtEnd.has(em) ? 1 : 2)) return;
    this.#gathering.add(uow);
    await say(em as EntityManager, GATHER);
  }

  async afterFlush({ em, uow }: FlushEventArgs): Promise<void> {
    if (this.#gathering.delete(uow)) await say(em as EntityManager, sentAtEnd.has(em) ? PAUSE : SEND);
  }
}
