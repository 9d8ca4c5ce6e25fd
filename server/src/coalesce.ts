import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** A larger batch makes a statement no cheaper. */
const MOST = 48;
/** The longest time that a batch waits for the preceding one. */
const PATIENCE_MS = 1_000;

interface Waiting<Item, Answer> {
  item: Item;
  /** Runs a function as a part of what the item belongs to, for instance its trace. */
  within: ReturnType<typeof AsyncLocalStorage.snapshot>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface Coalesced<Item, Answer> {
  /** The results that the batch could determine; the others are run one by one. */
  together(items: readonly Item[]): Promise<ReadonlyMap<Item, Answer>>;
  /** For one item; a batch of one by default. */
  alone?: (item: Item) => Promise<Answer>;
  /** The result if a batch of one leaves its item out. */
  otherwise?: Answer;
  /** Receives the error of a batch of which nothing was done. */
  report(error: unknown): void;
  patienceMs?: number;
  /** The largest batch. */
  most?: number;
  /** How many batches run at the same time. */
  atOnce?: number;
}

/**
 * Runs concurrent items as one batch; later ones wait for the next, so batches grow with the load and a lone item is
 * never delayed. No batch waits for another beyond the patience. Items of a failed batch, or left out by it, run one
 * by one: a fault stays with the item that caused it.
 */
export function coalesce<Item, Answer>({
  together,
  alone,
  otherwise,
  report,
  patienceMs = PATIENCE_MS,
  most = MOST,
  atOnce = 1,
}: Coalesced<Item, Answer>): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;

  const runOne = async (item: Item): Promise<Answer> => {
    if (alone) return alone(item);
    const answers = await together([item]);
    return answers.has(item) ? (answers.get(item) as Answer) : (otherwise as Answer);
  };
  const doTogether = async (round: readonly Waiting<Item, Answer>[]): Promise<void> => {
    const [only] = round;
    if (only && round.length === 1 && !alone) return runOne(only.item).then(only.resolve, only.reject);
    const answers = await together(round.map(({ item }) => item)).catch((error: unknown) => {
      report(error);
      return new Map<Item, Answer>();
    });
    for (const { item, within, resolve, reject } of round) {
      if (answers.has(item)) resolve(answers.get(item) as Answer);
      else void within(() => runOne(item)).then(resolve, reject);
    }
  };
  const begin = (): void => {
    const round = waiting.splice(0, most);
    const [first] = round;
    if (!first) {
      underWay -= 1;
      return;
    }
    const patience = new AbortController();
    const done = first.within(() => doTogether(round));
    const isEnough = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => {});
    void Promise.race([done, isEnough]).finally(() => {
      patience.abort();
      setImmediate(begin);
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, within: AsyncLocalStorage.snapshot(), resolve, reject });
      if (underWay >= atOnce) return;
      underWay += 1;
      // Items of the same turn of the event loop join it.
      setImmediate(begin);
    });
}
