import { inThread } from '../../long-work/long-work.ts';

/** Keeps the threads busy for longer than anything else takes, like another customer; resolves when they are done. */
export async function keepThreadsBusy(): Promise<void> {
  const texts = Array.from({ length: 8 }, (_, index) => `Ship ${index} www.a.de/b `.repeat(3_000));
  await Promise.all(texts.map((text) => inThread('findings', { text, timeZone: null }, 'acc_other')));
}
