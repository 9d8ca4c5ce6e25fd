import type { News } from './change.ts';
import type { ChangeFeed } from './change-feed.ts';

/**
 * Listens first and looks then, so that nothing falls between: resolves when `isNews` is told, when `look` says that
 * there is no need to wait, when the time is over or `signal` is aborted.
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
    // The signal may be the server's own, which would keep every request that has ever waited.
    signal.removeEventListener('abort', stop);
    leave();
  }
}
