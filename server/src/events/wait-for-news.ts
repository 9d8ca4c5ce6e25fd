import type { News } from './change.ts';
import type { ChangeFeed } from './change-feed.ts';

/**
 * Subscribes before it checks, so nothing is missed: resolves when `isNews` matches, when `look` finds that there is
 * no need to wait, on timeout or when `signal` is aborted.
 */
export async function waitForNews(
  feed: ChangeFeed,
  {
    isNews,
    look,
    milliseconds,
    signal,
  }: { isNews(news: News): boolean; look(): Promise<boolean>; milliseconds: number; signal: AbortSignal },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = await feed.listen((news) => {
    if (news.type === 'missed' || news.type === 'access' || isNews(news)) resolve();
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
