import { inThread, TEXT_THREADS } from '../../long-work/long-work.ts';

/**
 * Keeps each thread busy with one slow text, as another customer's; resolves when all are done. One text
 * per thread, so none of them waits for a thread and later work waits for all of them.
 */
export async function keepThreadsBusy(): Promise<void> {
  const texts = Array.from({ length: TEXT_THREADS }, (_, index) => `Ship ${index} www.a.de/b `.repeat(32_000));
  await Promise.all(texts.map((text) => inThread('findings', { text, timeZone: null }, 'acc_other')));
}
