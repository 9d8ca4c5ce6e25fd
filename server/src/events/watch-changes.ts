import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { Context } from '../context.ts';
import { type Change, type ChangeFeed, type ChangeKind, concernsAccess, type News } from './change-feed.ts';

interface Watched {
  workspaceId: string;
  /** All kinds by default. */
  kinds?: readonly ChangeKind[] | null | undefined;
  /** Also changes of the preceding milliseconds. */
  sinceMs?: number | undefined;
}

/** Null for "anything may have changed, reload". */
export type WatchedChange = Change | null;

/** When more changes than this wait for a slow reader, they are merged into one: reload everything. */
const MAX_WAITING = 100;
const EVERYTHING = 'everything';

/** A workspace's changes for one reader, as they happen; repeated changes before a read are merged. */
export async function watchChanges(
  feed: ChangeFeed,
  { workspaceId, kinds, sinceMs }: Watched,
): Promise<AsyncIterableIterator<WatchedChange>> {
  const waiting = new Map<string, WatchedChange>();
  let wake: (() => void) | null = null;
  let isOver = false;

  const put = (change: WatchedChange): void => {
    if (waiting.has(EVERYTHING)) return;
    const isTooMuch = change === null || waiting.size >= MAX_WAITING;
    if (isTooMuch) waiting.clear();
    waiting.set(isTooMuch ? EVERYTHING : change.id, isTooMuch ? null : change);
    wake?.();
  };

  const leave = await feed.listen((news) => {
    if (news.type === 'missed') put(null);
    if (news.type !== 'change' || news.change.workspaceId !== workspaceId) return;
    if (!kinds || kinds.includes(news.change.kind)) put(news.change);
  }, sinceMs);

  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    isOver = true;
    leave();
    wake?.();
    return { done: true, value: undefined };
  };

  const reader: AsyncIterableIterator<WatchedChange> = {
    [Symbol.asyncIterator]: () => reader,
    async next() {
      while (!isOver && waiting.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const [first] = waiting;
      if (isOver || !first) return { done: true, value: undefined };
      waiting.delete(first[0]);
      return { done: false, value: first[1] };
    },
    return: end,
  };
  return reader;
}

/**
 * Subscribes before it checks, so nothing is missed: resolves when `isNews` matches, when `look` finds that there is
 * no need to wait, when the caller's access may have ended, on timeout or when `signal` is aborted.
 */
export async function waitForNews(
  { changes, actor }: Pick<Context, 'changes' | 'actor'>,
  {
    isNews,
    look,
    milliseconds,
    signal,
  }: { isNews(news: News): boolean; look(): Promise<boolean>; milliseconds: number; signal: AbortSignal },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = await changes.listen((news) => {
    if (news.type === 'missed' || concernsAccess(news, actor) || isNews(news)) resolve();
  });
  const timer = setTimeout(resolve, milliseconds);
  const stop = (): void => resolve();
  signal.addEventListener('abort', stop);
  try {
    if (!signal.aborted && !(await look())) await promise;
  } finally {
    clearTimeout(timer);
    // The signal may be the server's own, which would otherwise keep every request that ever waited.
    signal.removeEventListener('abort', stop);
    leave();
  }
}

/** In which a stream ends by itself, with its last message. */
const END_MS = 5_000;

/**
 * Closes the connection of a stream once its caller's access has ended, if the stream does not end by itself: a client
 * that reads nothing holds up the check before the next message. `enter` throws if the caller may no longer read.
 */
export async function closeWhenRefused(
  { changes, actor }: Pick<Context, 'changes' | 'actor'>,
  response: ServerResponse,
  enter: () => Promise<unknown>,
): Promise<void> {
  const check = (): void => {
    if (!response.closed) enter().catch(() => response.destroy());
  };
  const leave = await changes.listen((news) => {
    if (concernsAccess(news, actor)) setTimeout(check, END_MS).unref();
  });
  finished(response, leave);
}
