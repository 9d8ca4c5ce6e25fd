/**
 * Yields the items of each batch one by one. A generator that waits cannot be ended from outside, and a closing
 * reader does not wait for it: its signal is aborted, and it ends by itself.
 */
export function flatten<Item>(open: (signal: AbortSignal) => AsyncGenerator<readonly Item[]>): AsyncIterableIterator<Item> {
  const controller = new AbortController();
  const each = one(open(controller.signal));
  const iterator: AsyncIterableIterator<Item> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => each.next(),
    return() {
      controller.abort();
      return each.return(undefined);
    },
  };
  return iterator;
}

async function* one<Item>(batches: AsyncGenerator<readonly Item[]>): AsyncGenerator<Item, undefined> {
  for await (const batch of batches) yield* batch;
}
