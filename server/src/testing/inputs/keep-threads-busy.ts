import { inThread } from '../../long-work/long-work.ts';

/** Gives the threads more than they can do in the time that anything else takes, as some other customer does; resolves when they are done. */
export async function keepThreadsBusy(): Promise<void> {
  const texts = Array.from({ length: 8 }, (_, index) => `Ship ${index} www.a.de/b `.repeat(6_000));
  await Promise.all(texts.map((text) => inThread('findings', { text, timeZone: null }, 'acc_other')));
}
