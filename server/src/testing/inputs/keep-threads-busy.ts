import { inThread, TEXT_THREADS } from '../../long-work/long-work.ts';

/**
 * Keeps each thread busy with one text that takes longer than anything else, like another customer's; resolves when they are done. One
 * each, so that none waits for a thread itself and what comes later waits for all of it.
 */
export async function keepThreadsBusy(): Promise<void> {
  const texts = Array.from({ length: TEXT_THREADS }, (_, index) => `Ship ${index} www.a.de/b `.repeat(32_000));
  await Promise.all(texts.map((text) => inThread('findings', { text, timeZone: null }, 'acc_other')));
}
