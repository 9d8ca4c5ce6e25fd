import { MESSAGES } from '../../db/reading/one-round-trip.ts';

/** Runs the work and answers with how many messages this process sent to its database meanwhile, without those that end a transaction. */
export async function countMessages(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onMessage = (message: unknown): void => {
    if (!/^(commit|rollback)$/i.test(String(message))) count += 1;
  };
  MESSAGES.subscribe(onMessage);
  try {
    await work();
  } finally {
    MESSAGES.unsubscribe(onMessage);
  }
  return count;
}
