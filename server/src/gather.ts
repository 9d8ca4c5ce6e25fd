import { setTimeout as sleep } from 'node:timers/promises';

/** Within a moment everybody is asked beside others: more of them make one question no cheaper. */
const MOST = 48;
/** So long the next ones wait for those before them, and no longer, whatever holds those up. */
const PATIENCE_MS = 1_000;

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface Gathered<Item, Answer> {
  /** The answers of those that it could be done for together; the others are done alone. */
  together(items: readonly Item[]): Promise<ReadonlyMap<Item, Answer>>;
  alone(item: Item): Promise<Answer>;
  /** Told where nothing of `together` was done. */
  report(error: unknown): void;
  patienceMs?: number;
  /** So many go together at the most. */
  most?: number;
  /** So many rounds are under way at the same time. */
  atOnce?: number;
}

/**
 * What is asked at the same moment is done together, and what comes meanwhile waits until that is done: a round trip, so that the more
 * there is the more goes together, and what comes by itself goes at once. Nobody waits for longer than the patience. What fails
 * together, or was left out, is done alone, beside each other: a fault is of the one that it belongs to.
 */
export function gather<Item, Answer>({
  together,
  alone,
  report,
  patienceMs = PATIENCE_MS,
  most = MOST,
  atOnce = 1,
}: Gathered<Item, Answer>): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;

  const doTogether = async (round: readonly Waiting<Item, Answer>[]): Promise<void> => {
    const answers = await together(round.map(({ item }) => item)).catch((error: unknown) => {
      report(error);
      return new Map<Item, Answer>();
    });
    for (const { item, resolve, reject } of round) {
      if (answers.has(item)) resolve(answers.get(item) as Answer);
      // Nobody else waits for it.
      else void alone(item).then(resolve, reject);
    }
  };
  const begin = (): void => {
    const round = waiting.splice(0, most);
    if (round.length === 0) {
      underWay -= 1;
      return;
    }
    const patience = new AbortController();
    const done = doTogether(round);
    const isEnough = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => {});
    void Promise.race([done, isEnough]).finally(() => {
      patience.abort();
      setImmediate(begin);
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay >= atOnce) return;
      underWay += 1;
      // Whoever asks in the same turn of the loop goes with it.
      setImmediate(begin);
    });
}
