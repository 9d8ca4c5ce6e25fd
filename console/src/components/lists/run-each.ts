import { type ApiError, asApiError } from '../../lib/http/api-error.ts';

/** As many requests at once as leave room for other people's. */
const AT_ONCE = 4;
/** How often a request is repeated that the server was too busy for. */
const MOST_WAITS = 20;

export interface RunResult<Row> {
  done: Row[];
  refused: { row: Row; error: ApiError }[];
}

interface Options {
  onProgress?: (done: number) => void;
  /** The server takes no more for so long. */
  onWait?: (seconds: number) => void;
  wait?: (ms: number) => Promise<unknown>;
}

/** The browser asks before the page is left, which would end it, until the returned function is called. */
export function askBeforeLeaving(): () => void {
  const ask = (event: Event): void => event.preventDefault();
  // Tests of commands have no window.
  globalThis.addEventListener?.('beforeunload', ask);
  return () => globalThis.removeEventListener?.('beforeunload', ask);
}

/**
 * Runs an action for each row, a few at a time, as long as the page is there. A refusal concerns its row only; at a rate
 * limit it waits as long as asked.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  { onProgress, onWait, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }: Options = {},
): Promise<RunResult<Row>> {
  const result: RunResult<Row> = { done: [], refused: [] };
  const rest = [...rows];
  const perform = async (row: Row, waits = 0): Promise<void> => {
    try {
      await act(row);
      result.done.push(row);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.retryAfterSeconds === null || waits >= MOST_WAITS) {
        result.refused.push({ row, error });
        return;
      }
      onWait?.(error.retryAfterSeconds);
      await wait(error.retryAfterSeconds * 1_000);
      await perform(row, waits + 1);
    }
  };
  const work = async (): Promise<void> => {
    for (let row = rest.shift(); row !== undefined; row = rest.shift()) {
      await perform(row);
      onProgress?.(result.done.length + result.refused.length);
    }
  };
  const end = askBeforeLeaving();
  await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(end);
  return result;
}
